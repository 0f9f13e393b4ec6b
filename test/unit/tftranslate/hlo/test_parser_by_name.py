"""What the tests of XLA's own parser (xla/hlo/parser/hlo_parser_test.cc) are about, by their names, with programs of our own.

PRINTED are instructions as XLA prints them: what is read is written again as it was. WRITTEN are forms that it reads and prints in another
way. REFUSED are texts that it refuses, too.
"""

import pytest
from tfir.dialects import verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ods.arrays import dtype_of

from tftranslate.hlo.element_types import BY_NUMBER
from tftranslate.hlo.import_module import import_module
from tftranslate.hlo.literals import array_of
from tftranslate.hlo.text.reader import read_module
from tftranslate.hlo.text.writer import module_text

# Parameters by their names, and computations that instructions call.
P, Q, S, I, C, T = (
    "p = f32[4,6]{1,0} parameter(0)", "q = f32[4,6]{1,0} parameter(1)", "s = f32[] parameter(2)", "i = s32[] parameter(3)",
    "c = pred[] parameter(4)", "t = token[] after-all()",
)  # fmt: skip
OTHERS = (
    "zz = c128[2,3]{1,0} parameter(5)", "ww = c64[4,6]{1,0} parameter(6)", "vv = s32[2]{0} parameter(7)", "uu = f32[2,3]{1,0} parameter(8)",
    "oo = f32[4,6]{0,1} parameter(9)", "ll = s32[1]{0} parameter(10)", "hh = f32[4]{0} parameter(11)", "xx = f32[1,2,1]{2,1,0} parameter(12)",
    "yy = f32[1,1,1]{2,1,0} parameter(13)", "pair = (f32[4,6]{1,0}, f32[4,6]{1,0}) tuple(p, q)",
)  # fmt: skip
CALLED = """\
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ab = f32[] add(a, b)
}

below {
  d = f32[] parameter(0)
  e = f32[] parameter(1)
  de = pred[] compare(d, e), direction=LT
}

twice {
  f = f32[4,6]{1,0} parameter(0)
  ff = f32[4,6]{1,0} add(f, f)
}

sums {
  g0 = f32[] parameter(0)
  g1 = f32[] parameter(1)
  g2 = f32[] parameter(2)
  g3 = f32[] parameter(3)
  gg = (f32[], f32[]) tuple(g2, g3)
}

running {
  h0 = f32[] parameter(0)
  h1 = f32[] parameter(1)
  h2 = f32[] add(h0, h1)
  h3 = (f32[], f32[]) tuple(h2, h2)
}

below2 {
  k0 = f32[] parameter(0)
  k1 = f32[] parameter(1)
  k2 = f32[] parameter(2)
  k3 = f32[] parameter(3)
  kk = pred[] compare(k0, k1), direction=LT
}

below4 {
  n0 = f32[] parameter(0)
  n1 = f32[] parameter(1)
  n2 = f32[] parameter(2)
  n3 = f32[] parameter(3)
  n4 = f32[] parameter(4)
  n5 = f32[] parameter(5)
  n6 = f32[] parameter(6)
  n7 = f32[] parameter(7)
  nn = pred[] compare(n0, n1), direction=LT
}
"""


def program(instructions: str) -> str:
    before = "".join([f"  {line}\n" for line in (P, Q, S, I, C, T, *OTHERS)])
    return f"HloModule m\n\n{CALLED}\nENTRY e {{\n{before}  {instructions.strip()}\n}}\n"


def read(text: str):
    return read_module(Source("x.hlo", text))


def again(text: str) -> list[str]:
    return [line.strip() for line in "".join(module_text(*read(text))).splitlines()]


SUM = "replica_groups={{0,1}}, to_apply=sum"
PRINTED = {
    "ConstantPred": 'constant(true), metadata={op_type="k" op_name="it\\\'s"}, backend_config="a\\" b" : pred[]',
    "ConstantS32WithStatistics": "constant(-7), statistics={visualizing_index=0,flops=12,bytes=0.5} : s32[]",
    "ConstantF32R1Empty": "constant({}) : f32[0]{0}",
    "ConstantF16": "constant(500) : f16[]",
    "BF16": "constant(0.5) : bf16[]",
    "NegativeNan": "constant({-nan, nan}) : f32[2]{0}",
    "NanPayload": "constant({nan(0x3d), -nan(0x1)}) : bf16[2]{0}",
    "TupleConstant": "constant(({ {1}, {2} }, {2, 42})) : (f32[2,1]{1,0}, f32[2]{0})",
    "ParseC64Literal": "constant({(1, 2), (-inf, nan)}) : c64[2]{0}",
    "ParseC128Literal": "constant((0.5, -2)) : c128[]",
    "ConstantUnsignedNoOverflow": "constant(4294967295) : u32[]",
    "MinMaxValues": "constant({-128, 127}) : s8[2]{0}",
    "SelectR1F32": "select(p, q, q), sharding={replicated} : f32[4,6]{1,0}",
    "EmptyTupleCreate": "tuple() : ()",
    "LargeTupleRoundTrip": "tuple(s, s, s, s, s, /*index=5*/s) : (f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[])",
    "ShardedTupleCreate": "tuple(s, p), sharding={{manual}, {maximal device=1}} : (f32[], f32[4,6]{1,0})",
    "DomainParsing": 'domain(s), domain={kind="sharding", entry={maximal device=0}, exit={maximal device=1}} : f32[]',
    "CopyStartAndCopyDone": "copy-start(s), cross_program_prefetch_index=2 : (f32[], f32[], u32[])",
    "SendRecvWithHostTransfer": "recv(t), channel_id=15, is_host_transfer=true : (f32[], u32[], token[])",
    "SendRecvWoChannelID": "send(s, t) : (f32[], u32[], token[])",
    "Call": "call(p), to_apply=twice : f32[4,6]{1,0}",
    "CompositeCall": 'call(p), to_apply=twice, is_composite=true, frontend_attributes={composite.attributes={n = 1 : i32},composite.name="a.b",composite.version="2"} : f32[4,6]{1,0}',
    "CustomCallWithOpaque": 'custom-call(p), custom_call_target="a\\"b", backend_config="x y" : f32[2]{0}',
    "CustomCallWithBackendConfigInCurlyBraces": 'custom-call(p), custom_call_target="f", backend_config={"k": [1,{"l":"}"}]} : f32[2]{0}',
    "CustomCallWithLiteral": 'custom-call(p), custom_call_target="f", literal=s32[2]{0} {1, 2} : f32[2]{0}',
    "CustomCallWithLiteralTuple": 'custom-call(p), custom_call_target="f", literal=( s32[2]{0} {1, 2}, pred[] true ) : f32[2]{0}',
    "CustomCallWithLayoutConstraints": 'custom-call(p), custom_call_target="f", operand_layout_constraints={f32[4,6]{0,1}} : f32[2]{0}',
    "CustomCallWithHasSideEffect": 'custom-call(), custom_call_target="f", custom_call_has_side_effect=true : f32[2]{0}',
    "CustomCallWithAliasing": 'custom-call(p), custom_call_target="f", output_to_operand_aliasing={{}: (0, {})} : f32[4,6]{1,0}',
    "CustomCallWithSchedule": 'custom-call(p), custom_call_target="f", schedule=SCHEDULE_EARLIEST : f32[2]{0}',
    "CustomCallWithStatusReturningVersion": 'custom-call(p), custom_call_target="f", api_version=API_VERSION_STATUS_RETURNING : f32[2]{0}',
    "CustomCallWithUnspecifiedVersion": 'custom-call(p), custom_call_target="f", api_version=API_VERSION_UNSPECIFIED : f32[2]{0}',
    "CustomCallWithUnknownDimLabels": 'custom-call(p, q), dim_labels=bf_io->?f?b, custom_call_target="f" : f32[2,3,4,5]{3,2,1,0}',
    "CustomCallWithWindowAndDimLabelsAndFeatureGroupCount": 'custom-call(p, q), window={size=2x2 pad=1_0x0_1}, dim_labels=bf01_01io->b01f, feature_group_count=2, custom_call_target="f" : f32[2]{0}',
    "CustumCallMultipleComps": 'custom-call(p), custom_call_target="f", called_computations={sum, below} : f32[2]{0}',
    "ReduceWindow": "reduce-window(p, s), window={size=2x3 stride=1x2 pad=0_1x1_0 lhs_dilate=2x1 rhs_dilate=1x2}, to_apply=sum : f32[7,1]{1,0}",
    "ReduceWindowVariadic": "reduce-window(p, q, s, s), window={size=2x2}, to_apply=sum : (f32[3,5]{1,0}, f32[3,5]{1,0})",
    "Convolution": "convolution(p, q), window={size=2 rhs_reversal=1}, dim_labels=b0f_0io->b0f, operand_precision={high,default} : f32[1,2,1]{2,1,0}",
    "ConvolutionBackward": "convolution(p, q), window={size=3x3 pad=1_1x1_1}, dim_labels=f01b_i01o->01bf, batch_group_count=2 : f32[1,2,1,1]{3,2,1,0}",
    "Reverse4D": "reverse(p), dimensions={0,1} : f32[4,6]{1,0}",
    "Concat": "concatenate(p, q), dimensions={1} : f32[4,12]{1,0}",
    "SelectAndScatter": "select-and-scatter(p, q, s), window={size=2x2 stride=2x2}, select=below, scatter=sum : f32[4,6]{1,0}",
    "Slice": "slice(p), slice={[0:4:2], [1:6:1]} : f32[2,5]{1,0}",
    "SliceR0": "slice(s), slice={} : f32[]",
    "Transpose": "transpose(p), dimensions={1,0} : f32[6,4]{0,1}",
    "TriangularSolve": "triangular-solve(p, q), left_side=true, lower=true, unit_diagonal=true, transpose_a=TRANSPOSE : f32[4,6]{1,0}",
    "MetadataWithCholesky": 'cholesky(p), lower=true, metadata={op_type="Cholesky" op_name="c"} : f32[4,6]{1,0}',
    "DynamicSliceScalarIndices": "dynamic-slice(p, i, i), dynamic_slice_sizes={2,2} : f32[2,2]{1,0}",
    "DynamicUpdateSliceScalarIndex": "dynamic-update-slice(p, q, i, i) : f32[4,6]{1,0}",
    "BatchNormTraining": "batch-norm-training(p, q, q), epsilon=0.001, feature_index=1 : (f32[4,6]{1,0}, f32[6]{0}, f32[6]{0})",
    "BatchNormInference": "batch-norm-inference(p, q, q, q, q), epsilon=0.001, feature_index=0 : f32[4,6]{1,0}",
    "BatchNormGrad": "batch-norm-grad(p, q, q, q, q), epsilon=0.001, feature_index=1 : (f32[4,6]{1,0}, f32[6]{0}, f32[6]{0})",
    "Irfft3d": "fft(p), fft_type=IRFFT, fft_length={4,10} : f32[4,10]{1,0}",
    "PadHasInterior": "pad(p, s), padding=1_2_3x0_0_1 : f32[16,11]{1,0}",
    "PadHasNegativePadding": "pad(p, s), padding=0_0x-1_-2 : f32[4,3]{1,0}",
    "RoundNearestEven": "round-nearest-even(p) : f32[4,6]{1,0}",
    "Fusion": "fusion(p), kind=kLoop, calls=twice : f32[4,6]{1,0}",
    "FusionWithAliasing": "fusion(p), kind=kLoop, calls=twice, output_to_operand_aliasing={{}: (0, {})} : f32[4,6]{1,0}",
    "BatchGather": "gather(p, i), offset_dims={0}, collapsed_slice_dims={}, start_index_map={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=1, slice_sizes={1,2} : f32[4,2]{1,0}",
    "SortedGather": "gather(p, i), offset_dims={0}, collapsed_slice_dims={1}, start_index_map={1}, index_vector_dim=0, slice_sizes={4,1}, indices_are_sorted=true : f32[4]{0}",
    "BatchScatter": "scatter(p, i, q), update_window_dims={}, inserted_window_dims={1}, scatter_dims_to_operand_dims={1}, input_batching_dims={0}, scatter_indices_batching_dims={0}, index_vector_dim=1, to_apply=sum : f32[4,6]{1,0}",
    "UniqueIndicesScatter": "scatter(p, i, q), update_window_dims={0}, inserted_window_dims={1}, scatter_dims_to_operand_dims={1}, index_vector_dim=0, indices_are_sorted=true, unique_indices=true, to_apply=sum : f32[4,6]{1,0}",
    "IndexedConditional": "conditional(i, p, p), branch_computations={twice, twice} : f32[4,6]{1,0}",
    "PredicatedConditional": "conditional(c, p, p), true_computation=twice, false_computation=twice : f32[4,6]{1,0}",
    "RngGetAndUpdateState": "rng-get-and-update-state(), delta=4096 : u64[2]{0}",
    "RngBitGenerator": "rng-bit-generator(p), algorithm=rng_philox : (u64[2]{0}, u32[4]{0})",
    "Rng": "rng(s, s), distribution=rng_uniform : f32[8]{0}",
    "AsyncOpsWithSyntaxSugarAndThreadName": 'custom-call-start(p), async_execution_thread="host", custom_call_target="f" : ((f32[4,6]{1,0}), f32[2]{0}, s32[])',
    "MetadataFields": 'negate(p), metadata={op_type="t" op_name="n" source_file="f.py" source_line=3 profile_type={1} deduplicated_name="d" scheduling_name="q"} : f32[4,6]{1,0}',
    "OriginalValue": 'tuple(s, p), origin={({"x"}, {"t" {1}})} : (f32[], f32[4,6]{1,0})',
    "EmptyLeafInOriginalValue": 'tuple(s, p), origin={({}, {"t"})} : (f32[], f32[4,6]{1,0})',
    "Map": "map(p, q), dimensions={0,1}, to_apply=sum : f32[4,6]{1,0}",
    "TupleReduce": "reduce(p, q, s, s), dimensions={1}, to_apply=sum : (f32[4]{0}, f32[4]{0})",
    "InfeedOutfeed": 'infeed(t), infeed_config="a" : (f32[2]{0}, token[])',
    "ReducePrecision": "reduce-precision(p), exponent_bits=5, mantissa_bits=10 : f32[4,6]{1,0}",
    "SortKeyStable": "sort(p), dimensions={1}, is_stable=true, to_apply=below : f32[4,6]{1,0}",
    "SortKeyValueR2": "sort(p, q), dimensions={0}, to_apply=below : (f32[4,6]{1,0}, f32[4,6]{1,0})",
    "TopK": "topk(p), k=2, largest=true : (f32[4,2]{1,0}, s32[4,2]{1,0})",
    "DotWithAlgorithm": "dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}, algorithm=dot_tf32_tf32_f32 : f32[4,6]{1,0}",
    "Dot": "dot(p, q), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1} : f32[4]{0}",
    "AllReduceWithSubgroups": f"all-reduce(p), {SUM} : f32[4,6]{{1,0}}",
    "AllReduceWithSubgroupsIotaList": "all-reduce(p), replica_groups=[2,4]<=[4,2]T(1,0), to_apply=sum : f32[4,6]{1,0}",
    "AllReduceWithLayout": "all-reduce(p), replica_groups={}, constrain_layout=true, to_apply=sum : f32[4,6]{1,0}",
    "AllReduceStartAndDone": "all-reduce-start(p), replica_groups={}, to_apply=sum : f32[4,6]{1,0}",
    "ReduceScatter": "reduce-scatter(p), replica_groups={{0,1}}, dimensions={0}, to_apply=sum : f32[2,6]{1,0}",
    "AllGather": "all-gather(p), channel_id=3, replica_groups={{0,1}}, use_global_device_ids=true, dimensions={1} : f32[4,12]{1,0}",
    "AllToAllWithSubgroups": "all-to-all(p, q), replica_groups={{1,2},{3,0}} : (f32[4,6]{1,0}, f32[4,6]{1,0})",
    "RaggedAllToAll": "ragged-all-to-all(p, q, i, i, i, /*index=5*/i), replica_groups={{0,1}} : f32[4,6]{1,0}",
    "CollectiveBroadcast": "collective-broadcast(p), replica_groups={{1,0}} : f32[4,6]{1,0}",
    "CollectivePermute": "collective-permute(p), source_target_pairs={{0,1},{1,2}} : f32[4,6]{1,0}",
    "CollectivePermuteInPlaceUpdate": "collective-permute(p, q, i, i), source_target_pairs={{0,1}}, slice_sizes={{1,8},{2,4}} : f32[4,6]{1,0}",
    "ReplicaIdWithLayout": "replica-id() : u32[]{:T(128)}",
    "PartitionId": "partition-id() : u32[]",
    "Iota": "iota(), iota_dimension=1 : f32[4,6]{1,0}",
    "AfterAllWithMultipleOperands": "after-all(t, t) : token[]",
    "AddDependency": "add-dependency(p, t) : f32[4,6]{1,0}",
    "BitcastConvert": "bitcast-convert(p) : u32[4,6]{1,0}",
    "SparseShape": "bitcast(p) : f32[4,6]{1,0:D(D,C)}",
    "SparseShapeFull": "bitcast(p) : f32[4,6]{1,0:D(D,C)#(u32)*(u64)P((f32[8]{0}, u32[9]{0}))}",
    "SparseCOOUnordered": "bitcast(p) : f32[4,6]{1,0:D(C+~,S~)}",
    "TranscendentalAccuracyMode": "exponential(p), result_accuracy={mode=highest} : f32[4,6]{1,0}",
    "TranscendentalAccuracyRtol": "exponential(p), result_accuracy={tolerance={atol=0,rtol=0.5,ulps=3}} : f32[4,6]{1,0}",
    "ParseShardingPartialReplication": "negate(p), sharding={devices=[2,2]0,1,2,3 last_tile_dim_replicate} : f32[4,6]{1,0}",
    "ParseShardingSubGroup": "negate(p), sharding={devices=[2,2,2,2]<=[16] last_tile_dims={manual, replicated}} : f32[4,6]{1,0}",
    "ParseTransposedIotaShardingSubGroup": "negate(p), sharding={devices=[2,2,2]<=[2,2,2]T(2,1,0) last_tile_dims={manual}} : f32[4,6]{1,0}",
    "ParseShardAs": "negate(p), sharding={devices=[2,2]<=[4] shard_as 1} : f32[4,6]{1,0}",
    "ParseShardLike": "negate(p), sharding={replicated shard_like 5} : f32[4,6]{1,0}",
    "ParseUnknownSharding": "negate(p), sharding={unknown} : f32[4,6]{1,0}",
    "ParseFrontendAttributes": 'negate(p), frontend_attributes={a="x",b={"k":1}} : f32[4,6]{1,0}',
    "ParseShapeStringWithTilingLayout": "bitcast(p) : f32[4,6]{1,0:T(2,3)(*,2)}",
    "ParseShapeStringWithElementSizeInBits": "bitcast(p) : s4[4,6]{1,0:E(4)}",
    "ParseShapeStringWithMemorySpaceLayout": "bitcast(p) : f32[4,6]{1,0:T(2,3)S(3)}",
    "ParseShapeStringWithDynamicShapeMetadataPrefix": "bitcast(p) : f32[4,6]{1,0:M(1024)}",
    "ParseShapeStringWithSplitConfigLayout": "bitcast(p) : f32[4,6]{1,0:SC(0:2)(1:3,5)}",
    "ParseDynamicArray": "bitcast(p) : f32[<=4,6]{1,0}",
    "ParseShapeStringUnbounded": "bitcast(p) : f32[?,6]{1,0}",
    "ParseOpaqueType": "bitcast(p) : opaque[]",
    "ParseTokenType": "after-all() : token[]",
    "ParseShapeStringNestedTuple": "bitcast(p) : ((f32[], token[]), (s32[2]{0}))",
    "ConstantS32": "constant(-7) : s32[]",
    "ConstantF32": 'constant(7), backend_config="settings" : f32[]',
    "ConstantF32R4Empty": "constant({ { /*i0=0*/ }, { /*i0=1*/ } }) : f32[2,0,3,2]{3,2,1,0}",
    "Constant4D": "constant({ { /*i0=0*/ { /*i1=0*/ {1.5} }, { /*i1=1*/ {-2} } }, { /*i0=1*/ { /*i1=0*/ {3} }, { /*i1=1*/ {0.25} } } }) : f32[2,2,1,1]{3,2,1,0}",
    "ConstantNonFinite": "constant({inf, -inf, nan, 3}) : f32[4]{0}",
    "ConstantNonFiniteE4M3": "constant({-nan, 3, nan}) : f8e4m3fn[3]{0}",
    "ConstantNonFiniteE4M3B11": "constant({7, -nan}) : f8e4m3b11fnuz[2]{0}",
    "TupleCreate": "tuple(p, i, s) : (f32[4,6]{1,0}, s32[], f32[])",
    "CompositeCallOptionalAttributesAndVersion": 'call(p), to_apply=twice, is_composite=true, frontend_attributes={composite.name="a.b"} : f32[4,6]{1,0}',
    "CompositeCallOptionalAttributes": 'call(p), to_apply=twice, is_composite=true, frontend_attributes={composite.name="a.b",composite.version="2"} : f32[4,6]{1,0}',
    "CompositeCallOptionalVersion": 'call(p), to_apply=twice, is_composite=true, frontend_attributes={composite.attributes={n = 1 : i32, t = dense<1> : tensor<i32>},composite.name="a.b"} : f32[4,6]{1,0}',
    "CompositeCallWithExtraFrontendAttributes": 'call(p), to_apply=twice, is_composite=true, frontend_attributes={composite.name="a.b",composite.version="2",mine="x"} : f32[4,6]{1,0}',
    "CustomCallWithLiteralR0": 'custom-call(p), custom_call_target="f", literal=f32[] 0.5 : f32[2]{0}',
    "ConvolutionDynamic": 'custom-call(p, q), window={size=1}, dim_labels=b0f_0io->b0f, operand_precision={high,default}, custom_call_target="DynamicConvolutionForward", metadata={op_type="Conv2D" op_name="c"} : f32[1,2,1]{2,0,1}',
    "ConvolutionR2": "convolution(p, q), dim_labels=bf_oi->bf : f32[4,4]{1,0}",
    "SelectAndScatterScalar": "select-and-scatter(s, s, s), select=below, scatter=sum : f32[]",
    "SliceNoStride": "slice(p), slice={[1:3], [0:6]} : f32[2,6]{1,0}",
    "TransposeC128": "transpose(zz), dimensions={1,0} : c128[3,2]{1,0}",
    "Fft": "fft(ww), fft_type=FFT, fft_length={6} : c64[4,6]{1,0}",
    "Ifft2d": "fft(ww), fft_type=IFFT, fft_length={4,6} : c64[4,6]{1,0}",
    "Rfft2d": "fft(p), fft_type=RFFT, fft_length={4,6} : c64[4,4]{1,0}",
    "Pad": "pad(p, s), padding=1_2x0_3 : f32[7,9]{1,0}",
    "Gather": "gather(p, vv), offset_dims={0,1}, collapsed_slice_dims={}, start_index_map={0,1}, index_vector_dim=0, slice_sizes={2,3} : f32[2,3]{1,0}",
    "Scatter": "scatter(p, vv, uu), update_window_dims={0,1}, inserted_window_dims={}, scatter_dims_to_operand_dims={0,1}, index_vector_dim=0, to_apply=sum : f32[4,6]{1,0}",
    "SortedScatter": "scatter(p, vv, uu), update_window_dims={0,1}, inserted_window_dims={}, scatter_dims_to_operand_dims={0,1}, index_vector_dim=0, indices_are_sorted=true, to_apply=sum : f32[4,6]{1,0}",
    "TupleScatter": "scatter(p, q, vv, uu, uu), update_window_dims={0,1}, inserted_window_dims={}, scatter_dims_to_operand_dims={0,1}, index_vector_dim=0, to_apply=sums : (f32[4,6]{1,0}, f32[4,6]{1,0})",
    "ConstantUnsignedNoUnderflow": "constant(0) : u64[]",
    "CustomCallWithLayoutConstraintsNoOperands": 'custom-call(), custom_call_target="f", operand_layout_constraints={} : f32[1,2,3]{0,2,1}',
    "CustomCallWithLayoutConstraintsTupleShapes": 'custom-call(pair, p), custom_call_target="f", operand_layout_constraints={(f32[4,6]{0,1}, f32[4,6]{1,0}), f32[4,6]{0,1}} : (f32[2]{0}, f32[1,2,3]{1,2,0})',
    "Reduce": "reduce(p, s), dimensions={0}, to_apply=sum : f32[6]{0}",
    "SortKey": "sort(p), dimensions={0}, to_apply=below : f32[4,6]{1,0}",
    "SortKeyR2": "sort(oo), dimensions={0}, to_apply=below : f32[4,6]{0,1}",
    "SortKeyValue": "sort(p, q), dimensions={1}, to_apply=below2 : (f32[4,6]{1,0}, f32[4,6]{1,0})",
    "SortManyValues": "sort(p, q, p, q), dimensions={0}, to_apply=below4 : (f32[4,6]{1,0}, f32[4,6]{1,0}, f32[4,6]{1,0}, f32[4,6]{1,0})",
    "CustomCall": 'custom-call(p), custom_call_target="f" : f32[2]{0}',
    "CustumCallSingleComp": 'custom-call(p), custom_call_target="f", called_computations={sum} : f32[2]{0}',
    "AllReduce": "all-reduce(p), replica_groups={}, to_apply=sum : f32[4,6]{1,0}",
    "AllGatherWithLayout": "all-gather(p), replica_groups={}, constrain_layout=true, dimensions={1} : f32[4,24]{1,0}",
    "AllGatherWithSubgroups": "all-gather(p), replica_groups={{0,1},{2,3}}, dimensions={1} : f32[4,12]{1,0}",
    "AllGatherWithSubgroupsIotaList": "all-gather(p), replica_groups=[3,10]<=[6,5]T(1,0), dimensions={1} : f32[4,60]{1,0}",
    "AllToAll": "all-to-all(p), replica_groups={} : (f32[4,6]{1,0})",
    "AllToAllWithSubgroupsIotaList": "all-to-all(p), replica_groups=[4,2]<=[2,4]T(1,0), dimensions={0} : f32[4,6]{1,0}",
    "RaggedAllToAllWithCollectiveDeviceList": "ragged-all-to-all(p, q, ll, ll, ll, /*index=5*/ll), replica_groups=[2,4]<=[4,2]T(1,0) : f32[4,6]{1,0}",
    "CombinedCollectivePermute": "collective-permute(p, q), source_target_pairs={{0,1},{1,0}} : (f32[4,6]{1,0}, f32[4,6]{1,0})",
    "ReplicaId": "replica-id() : u32[]",
    "OriginalValueSynthetic": "negate(p), origin={[synthetic_call]} : f32[4,6]{1,0}",
    "ParseSharding": "negate(p), sharding={maximal device=42} : f32[4,6]{1,0}",
    "ParseTrivialIotaShardingPartialReplication": "negate(p), sharding={devices=[1,2,2]<=[4] last_tile_dim_replicate} : f32[4,6]{1,0}",
    "ParseTransposedIotaShardingPartialReplication": "negate(p), sharding={devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate} : f32[4,6]{1,0}",
    "ParseNamedShardingAllFieldsWithMetadata": "negate(p), sharding={mesh['a'=2,'b'=4,'c'=3,'d'=8], [{'a'}, {}], replicated={'c'}, unreduced={'d':(4)2}, manual={'b':(2)2}, metadata={{op_name=\"f\"}, {op_name=\"g\"}}} : f32[4,6]{1,0}",
    "ParseNamedShardingFullyReplicatedWithMetadata": "negate(p), sharding={mesh['a'=2,'b'=4], replicated, metadata={{op_name=\"f\"}}} : f32[4,6]{1,0}",
    "ParseNamedShardingTuple": "tuple(p, q), sharding={{mesh['a'=2,'b'=4], [{'b'}, {'a'}]}, {mesh['a'=2,'b'=4], replicated}} : (f32[4,6]{1,0}, f32[4,6]{1,0})",
    "ParseMixedShardingTuple1": "tuple(p, q, s, i), sharding={{replicated}, {mesh['a'=2,'b'=4], replicated}, {maximal device=5}, {maximal_mesh[device_id=5]}} : (f32[4,6]{1,0}, f32[4,6]{1,0}, f32[], s32[])",
    "ParseMixedShardingTuple2": "tuple(p, q), sharding={{mesh['a'=2,'b'=2], [{'a'}, {}]}, {devices=[2,1,2]<=[4] last_tile_dim_replicate}} : (f32[4,6]{1,0}, f32[4,6]{1,0})",
    "ParseWindow": "reduce-window(p, s), window={size=2x3}, to_apply=sum : f32[3,4]{1,0}",
    "ParseConvolutionDimensionNumbersWithUnknownDims": 'custom-call(p), dim_labels=b0?f_?0?io->?b?0?f, custom_call_target="f" : f32[]',
    "ConvolutionWithKind": "convolution(xx, yy), window={size=1}, dim_labels=b0f_0io->b0f, conv_kind=fprop : f32[1,2,1]{2,1,0}",
    "ParseBufferScalar": 'custom-call(p), custom_call_target="f" : b(s32[])',
    "ParseBufferArray": 'custom-call(p), custom_call_target="f" : b(f32[8,16]{1,0})',
    "ParseDynamicTuple": 'custom-call(p), custom_call_target="f" : (f32[42]{0}, u32[<=123,<=456]{1,0})',
    "Scan": "scan(hh, s), dimensions={0}, num_carries=1, is_reverse=true, is_associative=true, to_apply=running : (f32[4]{0}, f32[])",
    "TranscendentalAccuracyNoConfig": "exponential(p) : f32[4,6]{1,0}",
}  # fmt: skip


@pytest.mark.parametrize("name", PRINTED)
def test_what_xla_prints_comes_back(name):
    right, _, shape = PRINTED[name].rpartition(" : ")
    line = f"ROOT r = {shape} {right}"
    assert line in again(program(line))


def test_every_case_is_another():
    assert len(set(PRINTED.values())) == len(PRINTED)


WRITTEN = {
    "SimpleNesting": ("ROOT r = add(f32[4,6] negate(p), f32[4,6] abs(q))", ["negate.anon = f32[4,6]{1,0} negate(p)", "abs.anon = f32[4,6]{1,0} abs(q)", "ROOT r = f32[4,6]{1,0} add(negate.anon, abs.anon)"]),
    "AmbiguousNames": ("negate = f32[4,6] negate(p)\nROOT r = add(negate, f32[4,6] negate(negate))", ["negate.anon = f32[4,6]{1,0} negate(negate)", "ROOT r = f32[4,6]{1,0} add(negate, negate.anon)"]),
    "TupleShapeInsideAnonymousInstr": ("ROOT r = get-tuple-element((f32[], s32[]) tuple(s, i)), index=1", ["tuple.anon = (f32[], s32[]) tuple(s, i)", "ROOT r = s32[] get-tuple-element(tuple.anon), index=1"]),
    "MixAnonAndNonAnonOperands": ("ROOT r = select(pred[4,6] compare(p, q), f32[4,6] %p, f32[4,6] abs(q))", None),
    "BroadcastOfScalarDoesntNeedDimensionsAttr": ("ROOT r = sqrt(f32[4,6] broadcast(s))", ["broadcast.anon = f32[4,6]{1,0} broadcast(s), dimensions={}", "ROOT r = f32[4,6]{1,0} sqrt(broadcast.anon)"]),
    "InferUnaryShape": ("ROOT r = abs(p)", ["ROOT r = f32[4,6]{1,0} abs(p)"]),
    "InferBinaryShape": ("ROOT r = add(p, q)", ["ROOT r = f32[4,6]{1,0} add(p, q)"]),
    "InferTernaryShape": ("ROOT r = clamp(s, p, s)", ["ROOT r = f32[4,6]{1,0} clamp(s, p, s)"]),
    "InferDotShape": ("ROOT r = dot(p, q), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}", ["ROOT r = f32[4]{0} dot(p, q), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}"]),
    "InferTupleShape": ("ROOT r = tuple(s, tuple(i))", ["ROOT r = (f32[], (s32[])) tuple(s, tuple.anon)"]),
    "InferShapeMixedExplicitShape": ("n = f32[4,6]{0,1} negate(p)\nROOT r = abs(n)", ["ROOT r = f32[4,6]{0,1} abs(n)"]),
    "PipelinedSendRecv": ("u = tuple(s, t)\nROOT r = get-tuple-element(u), index=1", ["ROOT r = token[] get-tuple-element(u), index=1"]),
    "a reduction's shape": ("ROOT r = reduce(p, s), dimensions={1}, to_apply=sum", ["ROOT r = f32[4]{0} reduce(p, s), dimensions={1}, to_apply=sum"]),
    "a comparison's shape": ("ROOT r = compare(p, q), direction=LT", ["ROOT r = pred[4,6]{1,0} compare(p, q), direction=LT"]),
    "SliceAllowOmitStride1": ("ROOT r = f32[2,6] slice(p), slice={[1:3:1], [0:6]}", ["ROOT r = f32[2,6]{1,0} slice(p), slice={[1:3], [0:6]}"]),
    "AttributesAnyOrder": ("ROOT r = f32[4] reduce(p, s), to_apply=sum, dimensions={1}", ["ROOT r = f32[4]{0} reduce(p, s), dimensions={1}, to_apply=sum"]),
    "CommaBetweenSubAttributes": ('ROOT r = f32[4,6] negate(p), metadata={op_type="a", op_name="b"}', ['ROOT r = f32[4,6]{1,0} negate(p), metadata={op_type="a" op_name="b"}']),
    "MultilineComments": ("ROOT r /* the\nroot */ = f32[4,6] negate(p)", ["ROOT r = f32[4,6]{1,0} negate(p)"]),
    "SlashSlashComments": ("// a comment\n  ROOT r = f32[4,6] negate(p) // and one behind", ["ROOT r = f32[4,6]{1,0} negate(p)"]),
    "AllowShapeWhitespace": ("ROOT r = f32 [4, 6] {1, 0} negate(p)", ["ROOT r = f32[4,6]{1,0} negate(p)"]),
    "ReduceWindowScalar": ("ROOT r = f32[] reduce-window(s, s), to_apply=sum", None),
    "MapWithoutDimensions": ("ROOT r = f32[4,6] map(p, q), to_apply=sum", ["ROOT r = f32[4,6]{1,0} map(p, q), dimensions={0,1}, to_apply=sum"]),
    "ConstantUnsignedUnderflow": ("ROOT r = u64[] constant(-1)", ["ROOT r = u64[] constant(18446744073709551615)"]),
    "ConstantBf16NoOverflow": ("ROOT r = bf16[] constant(-65505)", ["ROOT r = bf16[] constant(-6.554e+04)"]),
    "ConstantWithExp": ("ROOT r = f32[] constant(3e-2)", ["ROOT r = f32[] constant(0.03)"]),
    "ConstantPredArray": ("ROOT r = pred[2] constant({true, false})", ["ROOT r = pred[2]{0} constant({1, 0})"]),
    "ParsePaddingConfigInteriorPaddingImplicitZeroDim": ("ROOT r = f32[16,6] pad(p, s), padding=1_2_3x0_0", ["ROOT r = f32[16,6]{1,0} pad(p, s), padding=1_2_3x0_0_0"]),
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name, (_, lines) in WRITTEN.items() if lines])
def test_what_is_written_by_hand_is_read(name):
    text, lines = WRITTEN[name]
    printed = again(program(text))
    assert [line for line in lines if line not in printed] == []


@pytest.mark.parametrize("name", ["ReduceWindowScalar"])
def test_a_window_of_no_dimensions_need_not_be_written(name):
    assert [op.name for op in import_module(*read(program(WRITTEN[name][0]))).body.first.body][-2] == "stablehlo.reduce_window"


def test_a_number_for_an_array_is_its_first_element():
    """As XLA reads it: nothing fills the others."""
    literal = read(program("ROOT r = s32[2,2] constant(7)"))[0].computations[-1].instructions[-1].literal
    assert array_of(literal).tolist() == [[7, 0], [0, 0]]
    assert array_of(literal).dtype == dtype_of(BY_NUMBER[literal.shape.element_type].type)
    with pytest.raises(Error, match="one number for 99999999999 elements"):  # which no memory holds
        read(program("ROOT r = s32[99999999999] constant(7)"))


REFUSED = {
    "WrongOpcode": ("ROOT r = f32[4,6] sbtract(p, q)", "sbtract is no opcode"),
    "WrongShape": ("ROOT r = g32[] negate(p)", "g32 is no type of elements"),
    "OperandNotFound": ("ROOT r = f32[4,6] negate(z)", "no instruction is called z so far"),
    "TupleTypo": ("ROOT r = (s32[]) tuple(ii)", "no instruction is called ii so far"),
    "LiteralDimensionsError": ("ROOT r = f32[2,1] constant(}{1}, {2}})", "expected a number"),
    "LiteralDimensionsMismatch_1": ("ROOT r = f32[2] constant({1,{2}})", "expected a number"),
    "LiteralDimensionsMismatch_2": ("ROOT r = f32[2,2] constant({1, 2, 3, 4})", "expected '{'"),
    "LiteralDimensionsMismatch_3": ("ROOT r = f32[2,2] constant({{1, 2}})", "1 elements in braces for a dimension of 2"),
    "ConstantF16Overflow": ("ROOT r = f16[] constant(-65520)", "-65520.0 is out of range for f16"),
    "ConstantBf16Overflow": ("ROOT r = bf16[] constant(1e+100)", "1e+100 is out of range for bf16"),
    "ConstantU4Underflow": ("ROOT r = u4[] constant(-1)", "-1 is out of range for u4"),
    "ConstantS4Overflow": ("ROOT r = s4[] constant(8)", "8 is out of range for s4"),
    "ConstantUnsignedOverflow": ("ROOT r = u32[] constant(4294967296)", "4294967296 is out of range for u32"),
    "ConstantUnsignedInt64Overflow": ("ROOT r = u64[] constant(18446744073709551616)", "18446744073709551616 is out of range for u64"),
    "ConstantC64Overflow": ("ROOT r = c64[] constant((1e+100, 0))", "is out of range for c64"),
    "ConstantF64Overflow": ("ROOT r = f64[] constant(1.8e+308)", "1.8e+308 is out of range for f64"),
    "InvalidNanPayloadBf16": ("ROOT r = bf16[] constant(nan(0x3ff))", "has bits that no NaN of bf16 has"),
    "InvalidNanPayloadF8e4m3fn": ("ROOT r = f8e4m3fn[] constant(nan(0x1))", "has bits that no NaN of f8e4m3fn has"),
    "UnexpectedAttribute": ("ROOT r = f32[4,6] negate(p), calls=sum", "negate has no attribute calls"),
    "PredecessorUndefined": ("ROOT r = f32[4,6] negate(p), control-predecessors={z}", "no instruction is called z so far"),
    "InvalidDimLabels": ("ROOT r = f32[1] convolution(p, q), window={size=1}, dim_labels=00_01->10", "does not name each of"),
    "PaddingConfigIsNotWindowPad": ("ROOT r = f32[1] convolution(p, q), window={size=1 pad=1_1_0}, dim_labels=b0f_0io->b0f", "expected a part of a window"),
    "CustomCallWithNonexistentVersion": ('ROOT r = f32[] custom-call(), custom_call_target="f", api_version=NEVER', "NEVER is no api_version"),
    "NestedBroadcastWithoutDimensionsAttribute": ("ROOT r = sqrt(f32[4,6] broadcast(f32[6] constant({0, 1, 2, 3, 4, 5})))", "dimensions"),
    "InvalidDimLevelType": ("ROOT r = f32[4,6]{1,0:D(X,C)} bitcast(p)", "expected a kind of level"),
    "TranscendentalAccuracyModeError": ("ROOT r = exponential(p), result_accuracy={mode=high}", "high is no accuracy"),
    "TranscendentalResultAccuracyInvalidName": ("ROOT r = exponential(p), result_accuracy={0.5}", "expected 'tolerance='"),
    "TranscendentalAccuracyInvalidOp": ("ROOT r = negate(p), result_accuracy={mode=highest}", "negate has no attribute result_accuracy"),
    "OriginalValueWithoutShape": ('ROOT r = iota(), iota_dimension=0, origin={{"v"}}', "its result no shape"),
    "MultipleRoots": ("ROOT a = f32[4,6] negate(p)\nROOT b = f32[4,6] negate(p)", "a second root"),
    "CrossComputationLookup": ("ROOT x = f32[] negate(a)", "no instruction is called a so far"),
    "NegativeParameterNumber": ("ROOT x = f32[] parameter(-1)", "not numbered from 0 on"),
    "DuplicateParameterNumberIsDetected": ("ROOT x = f32[] parameter(0)", "not numbered from 0 on"),
    "ShortConstant": ("ROOT x = f32[67,89] constant({...})", "left out of the text"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_xla_refuses_is_refused(name):
    text, message = REFUSED[name]
    with pytest.raises(Error) as caught:
        verify(import_module(*read(program(text))))
    assert message in str(caught.value)


@pytest.mark.parametrize("name, text, message", [
    ("Empty", "", "HloModule"), ("Garbage", "HloModule thi$ i$ not HLO", "expected a name"),
    ("UnterminatedComment", "HloModule m /* no end", "expected"), ("NoEntryNoComputation", "HloModule m", "at least one computation"),
    ("MultipleEntries", "HloModule m ENTRY a { p = f32[] parameter(0) } ENTRY b { p = f32[] parameter(0) }", "a second entry"),
    ("ComputationExists", "HloModule m a { p = f32[] parameter(0) } a { p = f32[] parameter(0) }", "a second computation is called a"),
    ("ComputationShapeDoesNotMatchRootShape", "HloModule m ENTRY a (p: f32[2]) -> f32[3] { p = f32[2] parameter(0) }", "where f32[3]{0} is declared"),
    ("AliasingWrongIndex", "HloModule m, input_output_alias={ {0 : (0, {0}) }", "expected ','"),
    ("AliasingShapeIndexNotNumerical", "HloModule m, input_output_alias={ {0, a}: (0, {0}) }", "expected an integer"),
    ("AliasingWrongFormatNoColon", "HloModule m, input_output_alias={ {0}: (0, {0}), (0, {1}) }", "expected '{'"),
    ("AliasingWrongFormatAlphaParam", "HloModule m, input_output_alias={ {0}: (zero, {0}) }", "expected an integer"),
    ("BufferDonorWrongFormatAlphaParam", "HloModule m, buffer_donor={ (zero, {0}) }", "expected an integer"),
])  # fmt: skip
def test_a_module_that_xla_refuses_is_refused(name, text, message):
    with pytest.raises(Error) as caught:
        read(text)
    assert message in str(caught.value)


def test_a_name_ends_in_a_colon_and_the_last_computation_is_the_entry():
    """NoEntry, NoRoot: without a root the last instruction is it."""
    module, _ = read("HloModule of_old:\n\nfirst { p = f32[] parameter(0) }\n\nlast { p = f32[2] parameter(0) n = f32[2] negate(p) }\n")
    assert (module.name, module.entry_computation_name) == ("of_old", "last")
    assert module.computations[1].root_id == module.computations[1].instructions[1].id


def test_names_are_those_of_their_computation():
    """SameNameDiffComputations"""
    text = "HloModule m\nadd { p = f32[] parameter(0) r = f32[] negate(p) }\nENTRY e { p = f32[] parameter(0) r = f32[] abs(p) ROOT c = f32[] call(r), to_apply=add }"
    assert [each.opcode for each in read(text)[0].computations[1].instructions] == ["parameter", "abs", "call"]


@pytest.mark.parametrize("setting, is_scheduled", [("", False), (", is_scheduled=false", False), (", is_scheduled=true", True)])
def test_a_scheduled_module_runs_in_the_order_of_its_text(setting, is_scheduled):
    """IsScheduledIsTrue, IsScheduledIsFalse, IsScheduledNotPresent: what fusions hold is in no order."""
    text = program("ROOT r = f32[4,6]{1,0} fusion(p), kind=kLoop, calls=twice").replace("HloModule m", f"HloModule m{setting}")
    module, _ = read(text)
    fused = next(each for each in module.computations if each.name == "twice")
    assert module.HasField("schedule") is is_scheduled
    assert (fused.id in module.schedule.sequences) is False
    if is_scheduled:
        entry = next(each for each in module.computations if each.id == module.entry_computation_id)
        assert list(module.schedule.sequences[entry.id].instruction_ids) == [each.id for each in entry.instructions]
    assert ("is_scheduled=true" in again(text)[0]) is is_scheduled


def test_aliases_and_donors_come_back():
    """SimpleAliasing, NestedAliasing, SimpleBufferDonor"""
    for said in (
        "input_output_alias={ {}: (0, {}, may-alias) }",
        "input_output_alias={ {}: (1, {}, must-alias) }",
        "buffer_donor={ (0, {}) }",
    ):
        text = program("ROOT r = f32[4,6]{1,0} add(p, q)").replace("HloModule m", f"HloModule m, {said}")
        assert said in again(text)[0]


@pytest.mark.parametrize("said", [
    "alias_passthrough_params=true", "replica_count=5", "num_partitions=3", "allow_spmd_sharding_propagation_to_parameters={true,false}",
    "allow_spmd_sharding_propagation_to_output={true}", 'frontend_attributes={a="b"}',
])  # fmt: skip
def test_settings_of_the_first_line_come_back(said):
    """CheckAliasPassthroughParams, CheckReplicaCount, CheckNumPartitions, CheckFrontendAttributes, CheckAllowSpmdSharding.."""
    assert said in again(program("ROOT r = f32[4,6]{1,0} add(p, q)").replace("HloModule m", f"HloModule m, {said}"))[0]


@pytest.mark.parametrize("said", [
    "{mesh['x'=2,'y'=4], [{'x'}, {'y', ?}]}", "{mesh['x'=2,'y'=4], [{'x', 'y':(1)2}, {}], replicated={'y':(2)2}}", "{mesh['x'=2], replicated}",
    "{mesh['x'=2,'y'=2], manual}", "{mesh['x'=2,'y'=2], unreduced}", "{maximal_mesh[device_id=3]}",
    "{mesh['x'=2,'y'=2], device_ids=(0,2,1,3), [{'x'}, {}], manual={'y'}}", "{mesh['x'=2,'y'=4], [{?}, {?}]}",
])  # fmt: skip
def test_shardings_of_meshes_come_back(said):
    """As jaxlib 0.10.2 prints them of these messages; newer versions of XLA print axes without quotes."""
    line = f"ROOT r = f32[4,6]{{1,0}} negate(p), sharding={said}"
    assert line in again(program(line))
    assert line in again(program(line.replace("'", "")))


def test_an_axis_that_the_mesh_lacks_is_refused():
    with pytest.raises(Error, match="the mesh has no axis z"):
        read(program("ROOT r = f32[4,6] negate(p), sharding={mesh['x'=2], [{'z'}, {}]}"))


def test_a_domain_s_entry_is_the_exit_of_its_message():
    """As jaxlib has them: text calls the side of the users the entry."""
    right = PRINTED["DomainParsing"].rpartition(" : ")[0]
    domain = read(program(f"ROOT r = f32[] {right}"))[0].computations[-1].instructions[-1]
    assert list(domain.domain_exit_sharding.tile_assignment_devices) == [0]
    assert list(domain.domain_entry_sharding.tile_assignment_devices) == [1]


def test_factors_of_different_elements_become_those_of_the_product():
    text = "HloModule m ENTRY e { a = bf16[2,3] parameter(0) b = s8[3,4] parameter(1) ROOT r = f32[2,4] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0} }"
    ops = list(import_module(*read(text)).body.first.body)
    assert [(op.name, str(op.results[0].type)) for op in ops[:-1]] == [
        ("stablehlo.convert", "tensor<2x3xf32>"), ("stablehlo.convert", "tensor<3x4xf32>"), ("stablehlo.dot_general", "tensor<2x4xf32>"),
    ]  # fmt: skip
    same = import_module(*read(text.replace("s8", "bf16")))
    assert [op.name for op in same.body.first.body] == ["stablehlo.dot_general", "func.return"]


def test_what_was_started_elsewhere_ends_with_the_computation_that_it_called():
    text = """HloModule m
    ENTRY e {
      p = f32[2] parameter(0)
      s = ((f32[2]), f32[2], u32[]) async-start(p), calls=later
      ROOT d = f32[2] negate-done(s)
    }
    later { q = f32[2] parameter(0) ROOT n = f32[2] negate(q) }"""
    module, _ = read(text)
    later = next(each.id for each in module.computations if each.name == "later")
    entry = next(each for each in module.computations if each.name == "e")
    assert [list(each.called_computation_ids) for each in entry.instructions] == [[], [later], [later]]


def test_starts_in_one_operand_are_taken_apart():
    """DynamicSlice, DynamicUpdateSlice, as old programs have them."""
    text = """HloModule m ENTRY e {
      p = f32[4,6] parameter(0) at = s32[2] parameter(1) u = f32[1,2] parameter(2)
      n = f32[4,6] dynamic-update-slice(p, u, at)
      ROOT r = f32[2,3] dynamic-slice(n, at), dynamic_slice_sizes={2,3} }"""
    ops = [op.name for op in import_module(*read(text)).body.first.body]
    starts = ["stablehlo.slice", "stablehlo.slice", "stablehlo.reshape", "stablehlo.reshape"]
    assert ops == [*starts, "stablehlo.dynamic_update_slice", *starts, "stablehlo.dynamic_slice", "func.return"]

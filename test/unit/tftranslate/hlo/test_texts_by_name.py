"""What the tests of XLA's own parser (xla/hlo/parser/hlo_parser_test.cc) are about, by their names, as whole texts of our own: `test_parser_by_name.py`
has those that are about one instruction.

MODULES are written again as they were read, TAKEN are other texts that XLA reads, REFUSED those that it does not; jaxlib 0.6.2 says the same of
all but those that are newer.
"""

import pytest
from tfir.dialects import verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

from tftranslate.hlo.import_module import import_module
from tftranslate.hlo.text.reader import read_module
from tftranslate.hlo.text.writer import module_text


def read(text: str):
    return read_module(Source("x.hlo", text))


def again(text: str) -> str:
    return "".join(module_text(*read(text)))


MODULES = {
    'AxpyParam': """HloModule m, entry_computation_layout={(f32[], f32[2,4]{1,0}, f32[2,4]{1,0})->f32[2,4]{1,0}}

ENTRY e {
  a = f32[] parameter(0)
  w = f32[2,4]{1,0} broadcast(a), dimensions={}
  x = f32[2,4]{1,0} parameter(1)
  n = f32[2,4]{1,0} multiply(w, x)
  y = f32[2,4]{1,0} parameter(2)
  ROOT r = f32[2,4]{1,0} add(n, y)
}
""",
    'ParamReplication': """HloModule m, entry_computation_layout={(f32[], (f32[2]{0}, (f32[2]{0})))->f32[]}

ENTRY e {
  ROOT a = f32[] parameter(0), parameter_replication={true}
  b = (f32[2]{0}, (f32[2]{0})) parameter(1), parameter_replication={false,true}
}
""",
    'WhileWithScalarS32Result': """HloModule m, entry_computation_layout={()->s32[]}

body {
  k = s32[] constant(1)
  b = s32[] parameter(0)
  ROOT n = s32[] add(k, b)
}

cond {
  k.1 = s32[] constant(5)
  c = s32[] parameter(0)
  ROOT g = pred[] compare(k.1, c), direction=GT
}

ENTRY e {
  k.2 = s32[] constant(0)
  ROOT w = s32[] while(k.2), condition=cond, body=body
}
""",
    'SendRecv': """HloModule m, entry_computation_layout={()->(f32[], token[])}

ENTRY e {
  t = token[] after-all()
  rv = (f32[], u32[], token[]) recv(t), channel_id=15, sharding={{maximal device=1}, {replicated}, {replicated}}
  ROOT rd = (f32[], token[]) recv-done(rv), channel_id=15, sharding={{maximal device=1}, {replicated}}
  k = f32[] constant(2), sharding={maximal device=0}
  sd = (f32[], u32[], token[]) send(k, t), channel_id=16, sharding={{maximal device=1}, {replicated}, {replicated}}, control-predecessors={rv}
  dn = token[] send-done(sd), channel_id=16, sharding={maximal device=0}
}
""",
    'GetTupleElement': """HloModule m, entry_computation_layout={()->s32[2]{0}}

ENTRY e {
  a = f32[3]{0} constant({1, 2, 3})
  b = s32[2]{0} constant({4, 5})
  t = (f32[3]{0}, s32[2]{0}) tuple(a, b)
  ROOT g = s32[2]{0} get-tuple-element(t), index=1, sharding={maximal device=0}
}
""",
    'AddConstants': """HloModule m, entry_computation_layout={()->f32[]}

ENTRY e {
  k = f32[] constant(3.5)
  ROOT r = f32[] add(k, k)
}
""",
    'DynamicSlice': """HloModule m, entry_computation_layout={(s32[2,2,8]{2,1,0}, s32[1]{0})->s32[2,2,8]{2,1,0}}

ENTRY e {
  x = s32[2,2,8]{2,1,0} parameter(0)
  z = s32[1]{0} constant({0})
  i = s32[1]{0} parameter(1)
  v = s32[3]{0} concatenate(z, z, i), dimensions={0}
  ROOT d = s32[2,2,8]{2,1,0} dynamic-slice(x, v), dynamic_slice_sizes={2,2,8}
}
""",
    'DynamicUpdateSlice': """HloModule m, entry_computation_layout={(s32[1,25]{1,0}, s32[1,2]{1,0}, s32[2]{0})->s32[1,25]{1,0}}

ENTRY e {
  x = s32[1,25]{1,0} parameter(0)
  u = s32[1,2]{1,0} parameter(1)
  v = s32[2]{0} parameter(2)
  ROOT d = s32[1,25]{1,0} dynamic-update-slice(x, u, v)
}
""",
    'AsyncStartWithAliasing': """HloModule m, entry_computation_layout={(f32[8]{0})->f32[8]{0}}

later {
  a = (f32[8]{0}, (f32[8]{0}, u32[])) parameter(0)
  g = f32[8]{0} get-tuple-element(a), index=0
  ROOT x = f32[8]{0} all-to-all(g), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}
}

ENTRY e {
  p = f32[8]{0} parameter(0)
  c = (f32[8]{0}, u32[]) custom-call(), custom_call_target="Begin"
  t = (f32[8]{0}, (f32[8]{0}, u32[])) tuple(p, c)
  s = (((f32[8]{0}, (f32[8]{0}, u32[]))), f32[8]{0}, u32[]) async-start(t), output_to_operand_aliasing={{0,0,1,0}: (0, {1,0}), {1}: (0, {1,0})}, calls=later
  ROOT d = f32[8]{0} async-done(s)
}
""",
    'AsyncOpsWithSyntaxSugar': """HloModule m, entry_computation_layout={(f32[4]{0})->f32[8]{0}}

ENTRY e {
  p = f32[4]{0} parameter(0)
  s = ((f32[4]{0}), f32[8]{0}, s32[]) custom-call-start(p), custom_call_target="f"
  u = ((f32[4]{0}), f32[8]{0}, s32[]) custom-call-update(s)
  ROOT d = f32[8]{0} custom-call-done(u)
}
""",
    'HloComputationWithParallelThreadName': """HloModule m, entry_computation_layout={(f32[4]{0})->f32[8]{0}}

ENTRY e {
  p = f32[4]{0} parameter(0)
  s = ((f32[4]{0}), f32[8]{0}, s32[]) custom-call-start(p), async_execution_thread="side", custom_call_target="f"
  u = ((f32[4]{0}), f32[8]{0}, s32[]) custom-call-update(s)
  ROOT d = f32[8]{0} custom-call-done(u)
}, execution_thread="main_thread"
""",
    'AllReduceAllReduce': """HloModule m, entry_computation_layout={(f32[8]{0})->f32[8]{0}}

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT ab = f32[] add(a, b)
}

ENTRY e {
  p = f32[8]{0} parameter(0)
  one = f32[8]{0} all-reduce(p), channel_id=1, replica_groups={{0}}, to_apply=sum
  ROOT two = f32[8]{0} all-reduce(p), channel_id=1, replica_groups={{0}}, to_apply=sum
}
""",
    'CollectivePermuteInPlaceUpdate3D': """HloModule m, entry_computation_layout={(f32[4,4,2]{2,1,0}, f32[4,4,4]{2,1,0})->f32[4,4,4]{2,1,0}}, replica_count=4

ENTRY e {
  p = f32[4,4,2]{2,1,0} parameter(0)
  o = f32[4,4,4]{2,1,0} parameter(1)
  z = s32[] constant(0)
  a = (s32[], s32[], s32[]) tuple(z, z, z)
  k = s32[] constant(2)
  b = (s32[], s32[], s32[]) tuple(z, z, k)
  ROOT r = f32[4,4,4]{2,1,0} collective-permute(p, o, a, b), source_target_pairs={{0,1},{1,2},{2,3}}, slice_sizes={{4,4,2}}
}
""",
    'CollectivePermuteInPlaceUpdateMultipleReadWrite': """HloModule m, entry_computation_layout={(f32[8,2]{1,0}, f32[8,2]{1,0})->f32[8,2]{1,0}}, replica_count=4

ENTRY e {
  p = f32[8,2]{1,0} parameter(0)
  o = f32[8,2]{1,0} parameter(1)
  z = s32[] constant(0)
  k = s32[] constant(1)
  a = (s32[], s32[]) tuple(z, z)
  b = (s32[], s32[]) tuple(k, z)
  f = ((s32[], s32[]), (s32[], s32[])) tuple(a, b)
  g = ((s32[], s32[]), (s32[], s32[])) tuple(a, b)
  ROOT r = f32[8,2]{1,0} collective-permute(p, o, f, g), source_target_pairs={{0,1},{1,2},{2,3},{0,3},{2,1},{3,2}}, slice_sizes={{1,2},{1,2}}
}
""",
    'CollectivePermuteTupleInPlaceUpdate': """HloModule m, entry_computation_layout={(f32[8,2]{1,0}, f32[8,4]{1,0})->(f32[8,4]{1,0}, f32[8,4]{1,0})}, replica_count=4

ENTRY e {
  p = f32[8,2]{1,0} parameter(0)
  pp = (f32[8,2]{1,0}, f32[8,2]{1,0}) tuple(p, p)
  o = f32[8,4]{1,0} parameter(1)
  oo = (f32[8,4]{1,0}, f32[8,4]{1,0}) tuple(o, o)
  z = s32[] constant(0)
  k = s32[] constant(4)
  a = (s32[], s32[]) tuple(z, z)
  b = (s32[], s32[]) tuple(k, z)
  f = ((s32[], s32[]), (s32[], s32[])) tuple(a, b)
  g = ((s32[], s32[]), (s32[], s32[])) tuple(a, b)
  ROOT r = (f32[8,4]{1,0}, f32[8,4]{1,0}) collective-permute(pp, oo, f, g), source_target_pairs={{0,1},{1,2},{2,3}}, slice_sizes={{4,2},{4,2}}
}
""",
    'CollectivePermuteInPlaceUpdateTupleMultipleReadWrite': """HloModule m, entry_computation_layout={(f32[8,2]{1,0}, f32[8,4]{1,0})->(f32[8,4]{1,0}, f32[8,4]{1,0})}, replica_count=4

ENTRY e {
  p = f32[8,2]{1,0} parameter(0)
  pp = (f32[8,2]{1,0}, f32[8,2]{1,0}) tuple(p, p)
  o = f32[8,4]{1,0} parameter(1)
  oo = (f32[8,4]{1,0}, f32[8,4]{1,0}) tuple(o, o)
  z = s32[] constant(0)
  k = s32[] constant(4)
  a = (s32[], s32[]) tuple(z, z)
  b = (s32[], s32[]) tuple(k, z)
  f = ((s32[], s32[]), (s32[], s32[])) tuple(a, b)
  ff = (((s32[], s32[]), (s32[], s32[])), ((s32[], s32[]), (s32[], s32[]))) tuple(f, f)
  ROOT r = (f32[8,4]{1,0}, f32[8,4]{1,0}) collective-permute(pp, oo, ff, ff), source_target_pairs={{0,1},{1,2},{2,3},{3,0},{0,3},{3,2},{2,1},{1,0}}, slice_sizes={{1,2},{1,2},{2,2},{2,2}}
}
""",
    'CollectivePermuteStartAndDone': """HloModule m, entry_computation_layout={(f32[8]{0})->f32[8]{0}}, replica_count=4

ENTRY e {
  p = f32[8]{0} parameter(0)
  s = (f32[8]{0}, f32[8]{0}, u32[], u32[]) collective-permute-start(p), source_target_pairs={{0,1},{1,2},{2,3}}
  ROOT d = f32[8]{0} collective-permute-done(s)
}
""",
    'CombinedCollectivePermuteStartAndDone': """HloModule m, entry_computation_layout={(f32[8]{0}, f32[8]{0})->(f32[8]{0}, f32[8]{0})}, replica_count=4

ENTRY e {
  p = f32[8]{0} parameter(0)
  q = f32[8]{0} parameter(1)
  s = ((f32[8]{0}, f32[8]{0}), (f32[8]{0}, f32[8]{0})) collective-permute-start(p, q), source_target_pairs={{0,1},{1,2},{2,3}}
  ROOT d = (f32[8]{0}, f32[8]{0}) collective-permute-done(s)
}
""",
    'CollectivePermuteStartAndDoneInplaceUpdate': """HloModule m, entry_computation_layout={(f32[8,2]{1,0}, f32[8,8]{1,0})->f32[8,8]{1,0}}, replica_count=4

ENTRY e {
  p = f32[8,2]{1,0} parameter(0)
  o = f32[8,8]{1,0} parameter(1)
  z = s32[] constant(0)
  k = s32[] constant(4)
  a = (s32[], s32[]) tuple(z, z)
  b = (s32[], s32[]) tuple(z, k)
  s = (f32[8,2]{1,0}, f32[8,8]{1,0}, u32[], u32[]) collective-permute-start(p, o, a, b), source_target_pairs={{0,1},{1,2},{2,3}}, slice_sizes={{4,2}}
  ROOT d = f32[8,8]{1,0} collective-permute-done(s)
}
""",
    'ScheduledModule': """HloModule m, is_scheduled=true, entry_computation_layout={(f32[8]{0})->f32[8]{0}}

below {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=LT
}

ENTRY e {
  p = f32[8]{0} parameter(0)
  ROOT r = f32[8]{0} sort(p), dimensions={0}, to_apply=below
}
""",
    'NonDefaultNames': """HloModule m, entry_computation_layout={()->f32[]}

ENTRY e {
  foo = f32[] constant(3.5)
  ROOT bar = f32[] add(foo, foo)
}
""",
    'StackFrameIndex': """HloModule m, entry_computation_layout={()->pred[]}

FileNames
1 "<embedded module>"
2 "a/b.py"

FunctionNames
1 "main"
2 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=2 end_column=31}
2 {file_name_id=2 function_name_id=2 line=5 end_line=5 column=2 end_column=4}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}


ENTRY e {
  ROOT k = pred[] constant(true), metadata={op_type="t" op_name="n" stack_frame_id=1}
}
""",
    'OriginalValueRecoveryTable': """HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}, origin_recovery_table={
  {"a"} : {"a__ovp0"},
  "
    HloModule back, entry_computation_layout={(f32[4]{0})->f32[4]{0}}

    ENTRY b {
      x = f32[4]{0} parameter(0)
      ROOT n = f32[4]{0} negate(x)
    }

  "
}


ENTRY e {
  p = f32[4]{0} parameter(0), origin={{"a__ovp0"}}
  ROOT r = f32[4]{0} negate(p)
}
""",
    'DeduplicateOriginalValues': """HloModule m, entry_computation_layout={(s32[])->s32[]}

fused {
  a = s32[] parameter(0)
  k = s32[] constant(32)
  ROOT b = s32[] add(a, k), origin={{"v"}}
}

ENTRY e {
  p = s32[] parameter(0), origin={{"w"}}
  ROOT f = s32[] fusion(p), kind=kLoop, calls=fused, origin={{"v"}}
}
""",
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_what_xla_prints_comes_back(name):
    assert again(MODULES[name]).rstrip() == MODULES[name].rstrip()
    verify(import_module(*read(MODULES[name])))


TAKEN = {
    'MoreConstants': """HloModule m
ENTRY e {
 c = pred[] constant(true)
 a = s32[] constant(-4), sharding={replicated}
 b = s32[] constant(4)
 r = s32[] select(c, a, b)
}""",
    'Comments': """/* of the module */
HloModule m:

ENTRY /*name*/ e {
 /* x */
 ROOT k = /*y*/f32[1]{0} constant({5 /*z*/})
 /* w */
}
/* the end */
""",
    'SlashSlashCommentMsDosEolFormat': """HloModule m:
// one
ENTRY e {
// two
ROOT k = f32[1]{0} constant({5}) // three
}""",
    'SlashSlashCommentMacEolFormat': 'HloModule m:\r// one\rENTRY e {\r// two\rROOT k = f32[1]{0} constant({5}) // three\r}',
    'SingleOp': '%multiply = f32[2,4]{1,0} multiply(f32[2,4]{1,0} %broadcast, f32[2,4]{1,0} %x)',
    'SingleOpNoNames': '%multiply = f32[2,4]{1,0} multiply(f32[2,4]{1,0}, f32[2,4]{1,0})',
    'CanonicalOp': 'f32[2,4]{1,0} multiply(f32[2,4]{1,0}, f32[2,4]{1,0})',
    'SingleOpWithNested': """%fusion = f32[3,2]{1,0} fusion(f32[3,2]{1,0} %p0, f32[2]{0} %p1), kind=kLoop, calls=
{
 %a = f32[3,2]{1,0} parameter(0)
 %b = f32[2]{0} parameter(1)
 %w = f32[3,2]{1,0} broadcast(f32[2]{0} %b), dimensions={1}
 ROOT %s = f32[3,2]{1,0} subtract(f32[3,2]{1,0} %a, f32[3,2]{1,0} %w)
}""",
    'CanonicalOpWithNested': """f32[5]{0} while(f32[5]{0}), condition=
{
 tmp_0 = f32[5]{0} parameter(0)
 ROOT tmp_2 = pred[] fusion(f32[5]{0} tmp_0), kind=kLoop, calls=
 {
  tmp_0 = f32[5]{0} parameter(0)
  ROOT tmp_3 = pred[] constant(false)
 }
}, body=
{
 tmp_0 = f32[5]{0} parameter(0)
 ROOT tmp_1 = f32[5]{0} negate(f32[5]{0} tmp_0)
}""",
    'CanonicalOpIndexedConditionalInlinedBranches': """f32[5]{0} conditional(s32[], f32[5]{0}, f32[5]{0}, f32[5]{0}), branch_computations={
{
 tmp_0 = f32[5]{0} parameter(0)
 ROOT tmp_1 = f32[5]{0} ceil(f32[5]{0} tmp_0)
},
{
 tmp_0 = f32[5]{0} parameter(0)
 ROOT tmp_1 = f32[5]{0} floor(f32[5]{0} tmp_0)
},
{
 tmp_0 = f32[5]{0} parameter(0)
 ROOT tmp_1 = f32[5]{0} copy(f32[5]{0} tmp_0)
}
}""",
    'ConvolutionTrivialFeatureGroupCount': '%c = f32[1,2,1]{2,0,1} convolution(f32[1,2,1]{2,0,1} %a, f32[1,1,1]{2,1,0} %b), window={size=1}, dim_labels=b0f_0io->b0f',
    'ParseSingleComputation': """t {
 ROOT r = f32[1,64]{0,1} parameter(0)
}""",
    'ParseComputationNameClosingBrace': """t {
 ROOT r = f32[1,64]{0,1} parameter(0)
} // t
""",
    'ParseSingleEntryComputation': """ENTRY t {
 ROOT r = f32[1,64]{0,1} parameter(0)
}""",
    'ParseMultiComputations': """a {
 ROOT r = f32[1,64]{1,0} parameter(0)
}
b {
 ROOT r = f32[1,64]{0,1} parameter(0)
}""",
    'ParseMultiComputationsWithEntry': """ENTRY a {
 ROOT r = f32[1,64]{0,1} parameter(0)
}
b {
 ROOT r = f32[1,64]{1,0} parameter(0)
}""",
    'AllReduceWithMode': """HloModule m
sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }
ENTRY e { p = f32[8]{0} parameter(0) ROOT r = f32[8]{0} all-reduce(p), mode=cross_replica, replica_groups={}, to_apply=sum }""",
    'NontrivialAsyncOpRoundTrip': """HloModule m

later {
 a = s32[8]{0} parameter(0)
 c = s32[8]{0} copy(a)
 b = s32[2]{0} parameter(1)
 i = s32[] parameter(2)
 ROOT d = s32[8]{0} dynamic-update-slice(c, b, i)
}

ENTRY e {
 i = s32[] parameter(1)
 w = s32[8]{0} broadcast(i), dimensions={}
 p = s32[2]{0} parameter(0)
 s = ((s32[8]{0}, s32[2]{0}, s32[]), s32[8]{0}, u32[]) async-start(w, p, i), calls=later
 ROOT d = s32[8]{0} async-done(s), calls=later
}""",
    'IsScheduledIsTrueDifferentOrder': """HloModule m, is_scheduled=true
ENTRY e {
 a = f32[] parameter(0)
 x = f32[2] parameter(1)
 w = f32[2] broadcast(a), dimensions={}
 ROOT r = f32[2] multiply(w, x)
}""",
    'LexesAsJsonDict': """HloModule m
ENTRY e { ROOT r = f32[] custom-call(), custom_call_target="f", backend_config={"\\"}": "}{", k: {{{d}}}} }""",
    'AsyncInstructionWithAttributesShouldPropagateToWrappedInstruction': """HloModule t
ENTRY main {
 a = s32[] parameter(0), origin={{"v1"}}
 b = s32[] parameter(1)
 s = ((s32[], s32[]), s32[], s32[]) add-start(a, b), metadata={op_type="add" op_name="n" source_file="f.cc" source_line=68, source_end_line=70, source_column=4, source_end_column=8}, backend_config="x\\" y", frontend_attributes={a="1",b="2"}, statistics={visualizing_index=1,s1=33,s2=44}
 ROOT d = s32[] add-done(s), origin={{"v3"}}
}""",
}  # fmt: skip


@pytest.mark.parametrize("name", TAKEN)
def test_what_xla_takes_is_taken(name):
    once = again(TAKEN[name])
    assert again(once) == once
    verify(import_module(*read(TAKEN[name])))


REFUSED = {
    'WrongOperandsSize': ('HloModule m\nENTRY e { x = f32[] parameter(0) ROOT c = pred[] compare(x), direction=EQ }', "'stablehlo.compare' op expected 2 operands, but found 1"),
    'ConstantU4Overflow': ('HloModule m\nENTRY e { ROOT k = u4[] constant(16) }', '16 is out of range for u4'),
    'ConstantS4Underflow': ('HloModule m\nENTRY e { ROOT k = s4[] constant(-9) }', '-9 is out of range for s4'),
    'ConstantC64Underflow': ('HloModule m\nENTRY e { ROOT k = c64[] constant((0, -1e100)) }', '-1e+100j is out of range for c64'),
    'ConstantF64Underflow': ('HloModule m\nENTRY e { ROOT k = f64[] constant(-1.8e308) }', '-1.8e308 is out of range for f64'),
    'InvalidNanPayloadF8e4m3b11fnuz': ('HloModule m\nENTRY e { ROOT k = f8e4m3b11fnuz[1]{0} constant({nan(0x1)}) }', 'nan(0x1) has bits that no NaN of f8e4m3b11fnuz has'),
    'AliasingWrongFormatTwoColons': ('HloModule m, input_output_alias={ {0}: (0, {0}): {0, 1}, {1}: (0, {1}) }\nENTRY e { ROOT p = (f32[], f32[]) parameter(0) }', "expected ','"),
    'BufferDonorShapeIndexNotNumerical': ('HloModule m, buffer_donor={ (0, {0, a}), (0, {1}) }\nENTRY e { ROOT p = (f32[], f32[]) parameter(0) }', 'expected an integer'),
    'NontupleInfeed': ('HloModule m\nENTRY e { t = token[] after-all() ROOT i = pred[] infeed(t) }', 'last element of result types is expected to be of token type, but got '),
    'SingleOpNoShapeProducesError': ('multiply(f32[2,4]{1,0} %b, f32[2,4]{1,0} %x)', "expected '='"),
    'SingleOpNoOperandShapesProducesError': ('%m = f32[2,4]{1,0} multiply(%b, %x)', 'an operand of an instruction that is all of a text has a shape'),
    'SingleOpWithNested_DoesNotExist': ('r = f32[] reduce(f32[10], f32[]), dimensions={1}, to_apply=\n{\n q = f32[] add(f32[] x, f32[] y)\n}', 'no instruction is called x so far'),
    'SingleOpWithNested_NoLhs': ('r = f32[] reduce(f32[10], f32[]), dimensions={1}, to_apply=\n{\n f32[] add(f32[] x, f32[] y)\n}', "expected '='"),
    'SingleOpWithNested_NoOperandName': ('r = f32[] reduce(f32[10], f32[]), dimensions={1}, to_apply=\n{\n q = f32[] add(f32[], f32[])\n}', 'expected a name'),
    'MultipleOpsProducesError': ('p = f32[2,5] parameter(0)\n t = f32[5,2] transpose(p), dimensions={1,0}', 'expected the end of the text, since it begins with an instruction'),
    'CustomCallWrongNumberofOperandConstraints': ('HloModule m\nENTRY e { p = f32[4] parameter(0) q = f32[4] parameter(1) ROOT r = f32[] custom-call(p, q), custom_call_target="f", operand_layout_constraints={f32[4]{0}} }', "'stablehlo.custom_call' op Number of operands must match the number of"),
    'CustomCallIncompatibleOperandConstraints': ('HloModule m\nENTRY e { p = f32[4] parameter(0) q = f32[4] parameter(1) ROOT r = f32[] custom-call(p, q), custom_call_target="f", operand_layout_constraints={f32[4]{0}, f32[5,5]{1,0}} }', "'stablehlo.custom_call' op incorrect layout dense<[1, 0]> : tensor<2xi"),
    'ShapeMismatchInOperand': ('HloModule m\nENTRY e { p = f32[2,2] parameter(0) k = f32[2,2] constant({{1, 2}, {3, 4}}) ROOT r = f32[2,2] add(f32[2,2] p, f32[2,5] k) }', 'k is f32[2,2]{1,0}, where f32[2,5]{1,0} is declared'),
    'ParseInvalidShapeString 1': ('HloModule m\nENTRY e { ROOT r = f32[123,456]foobar{0,1} parameter(0) }', "expected '('"),
    'ParseInvalidShapeString 2': ('HloModule m\nENTRY e { ROOT r = f32[123,456]{foo} parameter(0) }', 'expected an opcode'),
    'ParseInvalidShapeString 3': ('HloModule m\nENTRY e { ROOT r = f32[123,456]dense{foo} parameter(0) }', "expected '('"),
    'WrongNumberOfParameterLeafBuffersInReplication': ('HloModule m\nENTRY e { ROOT r = (f32[3,5], f32[]) parameter(0), parameter_replication={true,false,true} }', 'parameter_replication is of 3 leaves, of which the parameter has 2'),
    'CheckIndexedConditionalDimension': ('HloModule m\na { p = f32[4] parameter(0) ROOT r = f32[4] ceil(p) }\nb { p = f32[4] parameter(0) ROOT r = f32[4] floor(p) }\nENTRY e { p = f32[4] parameter(0) i = s32[2] parameter(1) ROOT r = f32[4] conditional(i, p, p), branch_computations={a, b} }', 'operand should be rank 0 tensor but got rank 1'),
    'CheckIndexedConditionalElementType': ('HloModule m\na { p = f32[4] parameter(0) ROOT r = f32[4] ceil(p) }\nb { p = f32[4] parameter(0) ROOT r = f32[4] floor(p) }\nENTRY e { p = f32[4] parameter(0) i = f32[] parameter(1) ROOT r = f32[4] conditional(i, p, p), branch_computations={a, b} }', "'stablehlo.case' op operand #0 must be ranked tensor of 2/4/8/16/32/64"),
    'CheckPredicatedConditionalRequiresTrueAndFalseComputation': ('HloModule m\na { p = f32[4] parameter(0) ROOT r = f32[4] ceil(p) }\nb { p = f32[4] parameter(0) ROOT r = f32[4] floor(p) }\nENTRY e { p = f32[4] parameter(0) i = pred[] parameter(1) ROOT r = f32[4] conditional(i, p, p), branch_computations={a, b} }', 'a conditional by a truth value has a true_computation and a false_comp'),
    'RejectDensePhysicalShape': ('HloModule m\nENTRY e { ROOT r = f32[10,10]{1,0:T(128,8)P(f32[10,10])} parameter(0) }', 'a layout has a physical shape where the array is sparse'),
    'AsyncStartMissingOperandWrapper': ('HloModule m\nc { p = f32[2,3] parameter(0) ROOT r = f32[3,2] custom-call(p), custom_call_target="f" }\nENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[3,2], s32[]) async-start(p), calls=c u = ((f32[2,3]), f32[3,2], s32[]) async-update(s), calls=c ROOT d = f32[3,2] async-done(u), calls=c }', 'an asynchronous start is a tuple of its operands, its result and a con'),
    'AsyncUpdateMissingOperandWrapper': ('HloModule m\nc { p = f32[2,3] parameter(0) ROOT r = f32[3,2] custom-call(p), custom_call_target="f" }\nENTRY e { p = f32[2,3] parameter(0) s = ((f32[2,3]), f32[3,2], s32[]) async-start(p), calls=c u = (f32[2,3], f32[3,2], s32[]) async-update(s), calls=c ROOT d = f32[3,2] async-done(u), calls=c }', 'an asynchronous update has the shape of its operand'),
    'AsyncOpTupleWrongType': ('HloModule m\nc { p = f32[2,3] parameter(0) ROOT r = f32[3,2] custom-call(p), custom_call_target="f" }\nENTRY e { p = f32[2,3] parameter(0) s = ((f32[2,3])) async-start(p), calls=c ROOT d = f32[3,2] async-done(s), calls=c }', 'an asynchronous start is a tuple of its operands, its result and a con'),
    'AsyncDoneNoAsyncStart': ('HloModule m\nENTRY e { p = f32[2,3] parameter(0) q = u32[] parameter(1) t = ((f32[2,3]), f32[2,3], u32[]) tuple(p, p, q) ROOT d = f32[2,3] custom-call-done(t) }', 'custom-call-done has one operand, which is asynchronous'),
    'AsyncUpdateAndAsyncDoneNoAsyncStart': ('HloModule m\nENTRY e { p = f32[2,3] parameter(0) q = u32[] parameter(1) t = ((f32[2,3]), f32[2,3], u32[]) tuple(p, p, q) u = ((f32[2,3]), f32[2,3], u32[]) custom-call-update(t) ROOT d = f32[2,3] custom-call-done(t) }', 'custom-call-update has one operand, which is asynchronous'),
    'AsyncUpdateWithSyntaxSugarWrongOp': ('HloModule m\nENTRY e { p = f32[10] parameter(0) s = ((f32[10]), f32[20], s32[]) custom-call-start(p), custom_call_target="f" u = ((f32[10]), f32[20], s32[]) add-update(s) ROOT d = f32[20] custom-call-done(u) }', 'custom-call was begun, and add goes on'),
    'AsyncDoneWithSyntaxSugarWrongOp': ('HloModule m\nENTRY e { p = f32[10] parameter(0) s = ((f32[10]), f32[20], s32[]) custom-call-start(p), custom_call_target="f" u = ((f32[10]), f32[20], s32[]) custom-call-update(s) ROOT d = f32[20] add-done(u) }', 'custom-call was begun, and add goes on'),
    'AsyncOpSharedComputation': ('HloModule m\nw { p = f32[10] parameter(0) ROOT r = f32[20] custom-call(p), custom_call_target="f" }\nENTRY e { p = f32[10] parameter(0) s = ((f32[10]), f32[20], s32[]) async-start(p), calls=w d = f32[20] async-done(s) s1 = ((f32[10]), f32[20], s32[]) async-start(p), calls=w ROOT d1 = f32[20] async-done(s1) }', 'w is called by more than one asynchronous start'),
    'AsyncUpdateWrongComputation': ('HloModule m\nw { p = f32[10] parameter(0) ROOT r = f32[20] custom-call(p), custom_call_target="f" }\nv { p = f32[10] parameter(0) ROOT r = f32[20] custom-call(p), custom_call_target="f" }\nENTRY e { p = f32[10] parameter(0) s = ((f32[10]), f32[20], s32[]) async-start(p), calls=w u = ((f32[10]), f32[20], s32[]) async-update(s), calls=v ROOT d = f32[20] async-done(u) }', 'w was begun, and v goes on'),
    'AsyncDoneWrongComputation': ('HloModule m\nw { p = f32[10] parameter(0) ROOT r = f32[20] custom-call(p), custom_call_target="f" }\nv { p = f32[10] parameter(0) ROOT r = f32[20] custom-call(p), custom_call_target="f" }\nENTRY e { p = f32[10] parameter(0) s = ((f32[10]), f32[20], s32[]) async-start(p), calls=w u = ((f32[10]), f32[20], s32[]) async-update(s) ROOT d = f32[20] async-done(u), calls=v }', 'w was begun, and v goes on'),
    'AsyncUpdateWrongDefaultThread': ('HloModule m\nENTRY e { p = f32[10] parameter(0) s = ((f32[10]), f32[20], s32[]) custom-call-start(p), custom_call_target="f" u = ((f32[10]), f32[20], s32[]) custom-call-update(s), async_execution_thread="t" ROOT d = f32[20] custom-call-done(u) }', 'thread main was begun, and t goes on'),
    'AsyncDoneWrongDefaultThread': ('HloModule m\nENTRY e { p = f32[10] parameter(0) s = ((f32[10]), f32[20], s32[]) custom-call-start(p), custom_call_target="f" u = ((f32[10]), f32[20], s32[]) custom-call-update(s) ROOT d = f32[20] custom-call-done(u), async_execution_thread="t" }', 'thread main was begun, and t goes on'),
    'TranscendentalAccuracyInvalidField': ('HloModule m\nENTRY e { p = f32[] parameter(0) ROOT r = f32[] exponential(p), result_accuracy={foo=10.0} }', "expected 'tolerance='"),
    'ParseBufferEmptyElement': ('HloModule m\nENTRY e { ROOT p = b() parameter(0) }', 'expected a shape'),
    'ParseBufferMoreThanOneElement': ('HloModule m\nENTRY e { ROOT p = b(s32[], f32[]) parameter(0) }', "expected ')'"),
    'LexesAsJsonDict': ('HloModule m\nENTRY e { ROOT r = f32[] custom-call(), custom_call_target="f", backend_config={{} }', 'expected a name'),
    'ParseShapeStringWithTilingLayout': ('HloModule m\nENTRY e { ROOT r = f32[1,2,3]{1:T(2,*,128)} parameter(0) }', 'a layout of 3 dimensions names each of them once'),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_xla_refuses_is_refused(name):
    text, message = REFUSED[name]
    with pytest.raises(Error) as caught:
        verify(import_module(*read(text)))
    assert message in str(caught.value)


def nest(count: int) -> str:
    return f"HloModule m\nENTRY e {{ ROOT r = f32[] {'add(f32[] ' * count}constant(0){', f32[] constant(0))' * count} }}"


def computations_within(count: int) -> str:
    begin = "".join([f"p{at} = f32[] parameter(0)\nROOT r{at} = f32[] call(p{at}), to_apply={{\n" for at in range(count)])
    return f"HloModule m\nENTRY e {{\n{begin}p = f32[] parameter(0)\nROOT r = f32[] negate(p)\n{'}' * count}\n}}"


def tuples_within(count: int) -> str:
    begin, end = "(" * count, ")" * count
    return f"HloModule m\nENTRY e {{ ROOT r = {begin}f32[]{end} constant({begin}0{end}) }}"


@pytest.mark.parametrize("text", [nest, computations_within, tuples_within])
def test_what_is_nested_deeply_ends_in_an_error(text):
    """DeeplyNested..: ten levels are read, and 20,000 are no overflow of a stack."""
    again(text(10))
    with pytest.raises(Error, match="nested too deeply"):
        read(text(20_000))


def test_an_instruction_alone_has_parameters_by_its_operands():
    """SingleOp, SingleOpNoNames, CanonicalOp, as jaxlib 0.6.2 prints them; a name that comes twice is one parameter."""
    for text, names in (
        ("%m = f32[2]{0} multiply(f32[2]{0} %b, f32[2]{0} %x), metadata={op_name=\"n\"}", ["b", "x", "m"]),
        ("%m = f32[2]{0} multiply(f32[2]{0}, f32[2]{0})", ["_0", "_1", "m"]), ("f32[2]{0} multiply(f32[2]{0}, f32[2]{0})", ["_0", "_1", "_"]),
        ("ROOT %m = f32[2]{0} multiply(f32[2]{0} %x, f32[2]{0} %x)", ["x", "m"]),
    ):  # fmt: skip
        module, _ = read(text)
        (entry,) = module.computations
        assert (module.name, entry.name, [each.name for each in entry.instructions]) == ("_", "_", names)
        assert entry.root_id == entry.instructions[-1].id and "is_scheduled=true" in again(text)


def test_a_module_without_a_first_line_has_the_name_of_its_entry():
    """ParseSingleComputation, ParseMultiComputations, ParseMultiComputationsWithEntry"""
    for name, entry in (("ParseSingleComputation", "t"), ("ParseMultiComputations", "b"), ("ParseMultiComputationsWithEntry", "a")):
        module, _ = read(TAKEN[name])
        assert (module.name, module.entry_computation_name) == (f"module_{entry}", entry)
        assert list(module.host_program_shape.parameters[0].layout.minor_to_major) == [0, 1]


@pytest.mark.parametrize("said, parameter, result", [
    ("", [0, 1], [0, 1]), (", entry_computation_layout={(f32[8,16])->f32[8,16]}", [1, 0], [1, 0]),
    (", entry_computation_layout={(f32[8,16]{0,1})->f32[8,16]}", [0, 1], [1, 0]),
])  # fmt: skip
def test_the_layout_of_an_entry_is_what_the_first_line_says_or_its_own(said, parameter, result):
    """EntryComputationLayoutNotDefined, EntryComputationLayoutDefined, DoNotSetEntryComputationLayoutIfSet, SetEntryComputationLayoutIfNotSet"""
    text = f"HloModule m{said}\nENTRY e {{\n  p = f32[8,16]{{0,1}} parameter(0)\n  ROOT n = f32[8,16]{{0,1}} negate(p)\n}}"
    shape = read(text)[0].host_program_shape
    assert (list(shape.parameters[0].layout.minor_to_major), list(shape.result.layout.minor_to_major)) == (parameter, result)


@pytest.mark.parametrize("written, layout", [("", [1, 0]), ("{0,1}", [0, 1])])
def test_a_layout_that_is_left_out_is_row_major(written, layout):
    """FallBackToDefaultLayoutIfEnabled, FallBackToDefaultLayoutIfAlreadySet"""
    text = f"HloModule m ENTRY e {{ a = f16[2,3] parameter(0) b = f16[3,4] parameter(1) ROOT d = f16[2,4]{written} dot(a, b), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}} }}"
    assert list(read(text)[0].computations[0].instructions[-1].shape.layout.minor_to_major) == layout


@pytest.mark.parametrize("said", ["parameters=true", "parameters={true,false}", "output=true", "output={true,false}"])
def test_settings_of_propagation_come_back(said):
    """CheckAllowSpmdShardingPropagationTo.., of one value and of several."""
    assert f"allow_spmd_sharding_propagation_to_{said}" in again(
        f"HloModule m, allow_spmd_sharding_propagation_to_{said}\nENTRY e {{ ROOT p = f32[] parameter(0) }}"
    )


def test_devices_in_rows_are_listed():
    """ParseNamedShardingNonIotaMesh: eight numbers in rows of two, read by columns."""
    text = "HloModule m ENTRY e { p = f32[4,6] parameter(0) ROOT r = f32[4,6] negate(p), sharding={mesh[a=2,b=4], device_ids=([4,2]T(1,0)), [{a}]} }"
    assert "device_ids=(0,2,4,6,1,3,5,7)" in again(text)
    with pytest.raises(Error, match="no order of their dimensions"):
        read(text.replace("T(1,0)", "T(1,1)"))


@pytest.mark.parametrize("levels, taken", [(10, True), (40, False)])
def test_computations_that_are_taken_twice_by_each_other_have_an_end(levels, taken):
    """Each is copied for each conditional that takes it: of ten levels there are 2,046 copies, of forty a million times as many."""
    first = "b0 {\n  ROOT p = f32[2] parameter(0)\n}\n"
    others = [
        f"b{at} {{\n  p = f32[2] parameter(0)\n  t = pred[] constant(true)\n"
        f"  ROOT r = f32[2] conditional(t, p, p), true_computation=b{at - 1}, false_computation=b{at - 1}\n}}\n"
        for at in range(1, levels + 1)
    ]
    last = f"ENTRY e {{\n  p = f32[2] parameter(0)\n  ROOT r = f32[2] call(p), to_apply=b{levels}\n}}\n"
    module, settings = read("\n".join(["HloModule m\n", first, *others, last]))
    if taken:
        conditionals = [op for op in import_module(module, settings).walk() if op.name in ("stablehlo.if", "stablehlo.case")]
        assert len(conditionals) == 2**levels - 1
    else:
        with pytest.raises(Error, match="so many instructions take b"):
            import_module(module, settings)

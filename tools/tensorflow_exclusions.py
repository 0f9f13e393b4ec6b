"""Which ops of TensorFlow's registry say nothing when a single op is held against ours, and why: patterns of whole names by reason."""

import re

REASONS = {
    "another device, or how a runtime splits a graph": r"_.*|Xla.*|.*TPU.*|Collective.*|Nccl.*|Send|Recv|Rpc.*|DistributedSave|RemoteCall|DeviceIndex|IfrtCall.*|Tfrt.*|TfLiteSubgraph.*|HostConst|CopyHost|Copy|DevicePlacementOp|DeleteRpcFutureResource",
    "a dataset, an iterator, or what they are made of; pipelines are held by check_datasets.py": r".*Dataset.*|.*Iterator.*|.*Optional.*|.*MemoryCache|.*SeedGenerator|WindowOp|MapDefun|.*ThreadPoolHandle|.*StatsAggregator.*|GetElementAtIndex|(Unc|C)ompressElement|DummyIterationCounter|ComputeBatchSize",
    "it reads or writes files; sequences are held by check_stateful_ops.py, writers of summaries by test_summary_writers.py": r"(Save|Restore)(Slices?|V2)?|MergeV2Checkpoints|(Read|Write|Matching)Files?|FileSystem.*|.*SummaryWriter|Create.*Writer|Write.*Summary|.*Reader.*|.*FromTextFile.*|ImmutableConst|RecordInput|Sharded.*|ImportEvent|CalibrationStatisticsSaver|DumpTensor|Skipgram|LoadAndRemapMatrix|GenerateVocabRemapping",
    "it calls Python or other functions; graphs with calls are held by check_random_graphs.py": r".*PyFunc.*|.*PartitionedCall|SymbolicGradient|For|While|If|Case|Stateless(If|While|Case)|ToBool|BatchFunction|FakeParam",
    "it says what of a graph runs; graphs with loops and switches are held by check_random_graphs.py": r"Enter|Exit|LoopCond|Merge|Switch",
    "a value that no record holds; several ops at once are held by test_sparse_matrices.py and test_variants.py": r"(DenseTo)?CSRSparseMatrix.*|SparseTensorToCSR.*|SparseMatrix.*|RaggedTensor(To|From)Variant.*|(Add|Take)Many.*TensorsMap|AddSparseToTensorsMap",
    "it packs and unpacks composite tensors, which Python's classes alone take part in": r"CompositeTensorVariant.*",
    "it has several lists of operands, or a tensor as an attribute, where records have one list; held by test_examples.py and check_stateful_ops.py": r"ParseExample|ImageSummary",
    "its result has the name of its node; held by check_stateful_ops.py": r"TensorSummary",
    "it hands on what it is given to a debugger, or is replaced before it runs": r"Debug(Gradient(Ref)?)?Identity|ParallelConcat",
    "it keeps a state; sequences are held by check_stateful_ops.py, steps of training by recorded ones": r"(Resource)?(Sparse)?Apply.*|ResourceSparseApply.*|.*Variable.*|.*HashTable.*|LookupTable.*|InitializeTable.*|.*Queue.*|.*Barrier.*|.*Stack.*|TensorArray.*|TensorList.*|TensorMap.*|EmptyTensor(List|Map)|(Resource)?Scatter.*|Assign.*|(Ordered)?Map(Clear|IncompleteSize|Peek|Size|Stage|Unstage|UnstageNoKey)|.*Stage.*|Unstage|.*Accumulator.*|.*Mutex.*|.*Session.*|Resource.*|.*ResourceHandle.*|CountUpTo|IsVariableInitialized|Destroy.*|DisableCopyOnRead|VarHandleOp|VarIsInitializedOp|Ref.*|StridedSliceAssign|.*RandomSeedGenerator|Batch|Unbatch|UnbatchGrad|SdcaShrinkL1|SdcaOptimizer.*",
    "its answer is the time, the machine, or random without a seed": r"Timestamp|NonDeterministicInts|Sleep.*|GetDeadline|IsTensorFloat32Enabled|Stateful(Random|Standard|Truncated|Uniform).*|Rng.*|Random(Gamma|Poisson|Shuffle|Uniform|Standard).*|Multinomial|ParameterizedTruncatedNormal|TruncatedNormal|KMC2.*|Kmeans.*",
    "TensorFlow's graphs refuse it by now": r"BatchMatrix.*|BatchCholesky.*|Batch(SelfAdjointEig|Svd).*|BatchNormWithGlobal.*|AdjustContrast|TileGrad|MatrixExponential|SelfAdjointEig|QuantizeAndDequantize|Conv3DBackprop(Filter|Input)|NegTrain|RandomCrop|AudioSummary|TopK",
    "an op of TensorFlow's own tests": r"A|B|Fact|Old|TestAttr|KernelLabel.*|ConstructionFails|GetOptions|GraphDefVersion|CheckPinned|DtypeWithDefaultOp|StubResourceHandleOp|NoOp|Abort|Assert|Print.*|Placeholder.*|Const",
    "it needs oneDNN": r"QuantizedConv2D.+|QuantizedDepthwise.*|QuantizedMatMul.+|QuantizedConcatV2|Requantiz.*PerChannel|QuantizedReluX|OneDnn.*|Mkl.*",
    "pictures whose decoders choose how they round, or that another zlib packs in other bytes": r"Decode(WebP|Jxl)|EncodePng",
    "its library is one that TensorFlow loads on demand": r"AudioMicrofrontend",
}  # fmt: skip


def excluded(name: str) -> str | None:
    """Why an op is left out, or None."""
    return next((reason for reason, pattern in REASONS.items() if re.fullmatch(pattern, name)), None)

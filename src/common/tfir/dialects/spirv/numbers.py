"""The numbers that SPIR-V gives to words: capabilities, storage classes, decorations and the like.

Source: SPIR-V 1.3 specification, section 3; SPV_KHR_8bit_storage, SPV_KHR_float_controls, SPV_KHR_vulkan_memory_model and
SPV_KHR_physical_storage_buffer for theirs.
"""

CAPABILITIES = {
    "Matrix": 0, "Shader": 1, "Addresses": 4, "Kernel": 6, "Float16": 9, "Float64": 10, "Int64": 11, "Int16": 22, "Int8": 39, "SampledBuffer": 46,
    "ImageBuffer": 47, "GroupNonUniform": 61, "GroupNonUniformVote": 62, "GroupNonUniformArithmetic": 63,
    "GroupNonUniformBallot": 64, "GroupNonUniformShuffle": 65, "GroupNonUniformShuffleRelative": 66, "GroupNonUniformClustered": 67, "GroupNonUniformQuad": 68,
    "Int64Atomics": 12, "UniformBufferArrayDynamicIndexing": 28, "StorageBufferArrayDynamicIndexing": 30,
    "StorageBuffer16BitAccess": 4433, "StorageUniform16": 4434, "StoragePushConstant16": 4435, "VariablePointersStorageBuffer": 4441, "VariablePointers": 4442, "StorageBuffer8BitAccess": 4448, "UniformAndStorageBuffer8BitAccess": 4449, "StoragePushConstant8": 4450, "DenormPreserve": 4464, "SignedZeroInfNanPreserve": 4466,
    "VulkanMemoryModel": 5345, "VulkanMemoryModelDeviceScope": 5346, "PhysicalStorageBufferAddresses": 5347,
}  # fmt: skip
STORAGE_CLASSES = {
    "UniformConstant": 0,
    "Input": 1,
    "Uniform": 2,
    "Workgroup": 4,
    "CrossWorkgroup": 5,
    "Private": 6,
    "Function": 7,
    "PushConstant": 9,
    "StorageBuffer": 12,
    "PhysicalStorageBuffer": 5349,
}
BUILT_INS = {
    "NumWorkgroups": 24, "WorkgroupSize": 25, "WorkgroupId": 26, "LocalInvocationId": 27, "GlobalInvocationId": 28,
    "LocalInvocationIndex": 29, "SubgroupSize": 36, "NumSubgroups": 38, "SubgroupId": 40, "SubgroupLocalInvocationId": 41,
    "SubgroupEqMask": 4416, "SubgroupGeMask": 4417, "SubgroupGtMask": 4418, "SubgroupLeMask": 4419, "SubgroupLtMask": 4420,
}  # fmt: skip
IMAGE_FORMATS = {"Unknown": 0, "Rgba32f": 1, "R32f": 3, "Rgba32i": 21, "R32i": 24, "Rgba32ui": 30, "R32ui": 33}
ADDRESSING_MODELS = {"Logical": 0, "Physical32": 1, "Physical64": 2, "PhysicalStorageBuffer64": 5348}
MEMORY_MODELS = {"Simple": 0, "GLSL450": 1, "OpenCL": 2, "Vulkan": 3}
EXECUTION_MODELS = {"GLCompute": 5, "Kernel": 6}
EXECUTION_MODES = {"LocalSize": 17, "DenormPreserve": 4459, "SignedZeroInfNanPreserve": 4461}
SCOPES = {"CrossDevice": 0, "Device": 1, "Workgroup": 2, "Subgroup": 3, "Invocation": 4, "QueueFamily": 5}
GROUP_OPERATIONS = {"Reduce": 0, "InclusiveScan": 1, "ExclusiveScan": 2, "ClusteredReduce": 3}
# Masks: their words are joined by `|`, and none of them is `None`.
MEMORY_SEMANTICS = {
    "Acquire": 2, "Release": 4, "AcquireRelease": 8, "SequentiallyConsistent": 16, "UniformMemory": 64, "SubgroupMemory": 128,
    "WorkgroupMemory": 256, "CrossWorkgroupMemory": 512, "AtomicCounterMemory": 1024, "ImageMemory": 2048, "OutputMemory": 4096,
    "MakeAvailable": 8192, "MakeVisible": 16384, "Volatile": 32768,
}  # fmt: skip
# What stands behind the operands of a load or store: with some, an alignment or the id of a scope behind it, in the order of the bits.
MEMORY_ACCESS = {
    "Volatile": 1,
    "Aligned": 2,
    "Nontemporal": 4,
    "MakePointerAvailable": 8,
    "MakePointerVisible": 16,
    "NonPrivatePointer": 32,
}
ALIGNED, WITH_SCOPE = 2, (8, 16)
FUNCTION_CONTROLS = {"Inline": 1, "DontInline": 2, "Pure": 4, "Const": 8}
LOOP_CONTROLS = {"Unroll": 1, "DontUnroll": 2}
SELECTION_CONTROLS = {"Flatten": 1, "DontFlatten": 2}
VERSIONS = {"v1.0": 0x10000, "v1.1": 0x10100, "v1.2": 0x10200, "v1.3": 0x10300, "v1.4": 0x10400, "v1.5": 0x10500, "v1.6": 0x10600}

LINKAGE, IMPORTED = "linkage_attributes", "<Import>"  # of functions, and what it says of those without a body

BLOCK, BUFFER_BLOCK, ARRAY_STRIDE, BUILT_IN, BINDING, DESCRIPTOR_SET, OFFSET, NO_CONTRACTION = 2, 3, 6, 11, 33, 34, 35, 42  # decorations
# Decorations that allow drivers more (RelaxedPrecision), or promise what is not needed (Restrict, Aliased, NonWritable, NonReadable).
DECORATIONS_LEFT_OUT = frozenset((0, 19, 20, 24, 25))
BLOCKS = {"Block": BLOCK, "BufferBlock": BUFFER_BLOCK}
MEMBER_DECORATIONS = {
    "RelaxedPrecision": 0, "RowMajor": 4, "ColMajor": 5, "MatrixStride": 7, "Restrict": 19, "Aliased": 20, "Volatile": 21, "Coherent": 23,
    "NonWritable": 24, "NonReadable": 25,
}  # fmt: skip
BLOCK_STORAGE = frozenset(("Uniform", "PushConstant", "StorageBuffer"))  # what is in them is a block

SPEC_ID, LOCAL_SIZE, LOCAL_SIZE_ID = 1, 17, 38  # a decoration; execution modes, of which the second takes ids of constants

EXT_INST_IMPORT, EXT_INST, MEMORY_MODEL, ENTRY_POINT, EXECUTION_MODE, CAPABILITY, EXTENSION = 11, 12, 14, 15, 16, 17, 10
NAME, DECORATE, MEMBER_DECORATE, EXECUTION_MODE_ID = 5, 71, 72, 331
# OpSourceContinued, Source, SourceExtension, MemberName, String, Line, NoLine, ModuleProcessed
DEBUGGING = frozenset((2, 3, 4, 6, 7, 8, 317, 330))
TYPE_VOID, TYPE_BOOL, TYPE_INT, TYPE_FLOAT, TYPE_VECTOR, TYPE_MATRIX, TYPE_IMAGE = 19, 20, 21, 22, 23, 24, 25
TYPE_ARRAY, TYPE_RUNTIME_ARRAY, TYPE_STRUCT, TYPE_POINTER, TYPE_FUNCTION = 28, 29, 30, 32, 33
CONSTANT_TRUE, CONSTANT_FALSE, CONSTANT, CONSTANT_COMPOSITE, CONSTANT_NULL = 41, 42, 43, 44, 46
SPEC_CONSTANT_TRUE, SPEC_CONSTANT_FALSE, SPEC_CONSTANT, SPEC_CONSTANT_COMPOSITE, SPEC_CONSTANT_OP = 48, 49, 50, 51, 52
FUNCTION, FUNCTION_PARAMETER, FUNCTION_END, FUNCTION_CALL, VARIABLE, UNDEF = 54, 55, 56, 57, 59, 1
PHI, LOOP_MERGE, SELECTION_MERGE, LABEL, BRANCH, BRANCH_CONDITIONAL, SWITCH, RETURN, RETURN_VALUE, UNREACHABLE = (
    245,
    246,
    247,
    248,
    249,
    250,
    251,
    253,
    254,
    255,
)

EXTENDED_SET = "GLSL.std.450"

# Attributes that stand among the words of an instruction, in the order of the table: the enumeration, its numbers.
# Those in `CONSTANTS` are ids of constants; the others are numbers themselves.
WORDS = {
    "storage_class": ("storage_class", STORAGE_CLASSES), "execution_scope": ("scope", SCOPES), "memory_scope": ("scope", SCOPES),
    "group_operation": ("group_operation", GROUP_OPERATIONS), "memory_access": ("memory_access", MEMORY_ACCESS),
    **{f"{name}semantics": ("memory_semantics", MEMORY_SEMANTICS) for name in ("", "memory_", "equal_", "unequal_")},
}  # fmt: skip
CONSTANTS = frozenset(WORDS) - {"storage_class", "group_operation", "memory_access"}
MASKS = (MEMORY_SEMANTICS, MEMORY_ACCESS, FUNCTION_CONTROLS, LOOP_CONTROLS, SELECTION_CONTROLS)


def number_of(words: str, numbers: dict[str, int]) -> int | None:
    """The number of an enumerator, or of a mask's words; None for a word that has none."""
    if words == "None" and numbers in MASKS:
        return 0
    parts = [numbers.get(word) for word in (words.split("|") if numbers in MASKS else [words])]
    return None if None in parts else sum([part for part in parts if part is not None])


def words_of(number: int, numbers: dict[str, int]) -> str | None:
    """The enumerator of a number, or a mask's words; None for a number that has none."""
    if numbers in MASKS:
        stated = [word for word, bit in numbers.items() if number & bit]
        return ("|".join(stated) or "None") if sum([numbers[word] for word in stated]) == number else None
    return next((word for word, value in numbers.items() if value == number), None)


def name_of(opcode: int) -> str:
    """What an instruction is called, as messages say it: of those that the dialect lacks by this list."""
    return f"Op{NAMES[opcode]}" if opcode in NAMES else f"opcode {opcode}"


# Instructions that stand for no operation of the same name. Source: SPIR-V 1.6 specification, section 3.52.
NAMES = {
    11: "ExtInstImport", 12: "ExtInst", 14: "MemoryModel", 15: "EntryPoint", 16: "ExecutionMode", 17: "Capability", 26: "TypeSampler",
    27: "TypeSampledImage", 31: "TypeOpaque", 38: "TypePipe", 39: "TypeForwardPointer", 44: "ConstantComposite", 45: "ConstantSampler",
    60: "ImageTexelPointer", 63: "CopyMemory", 64: "CopyMemorySized", 66: "InBoundsAccessChain", 67: "PtrAccessChain",
    70: "InBoundsPtrAccessChain", 73: "DecorationGroup", 74: "GroupDecorate", 75: "GroupMemberDecorate", 83: "CopyObject", 86: "SampledImage",
    87: "ImageSampleImplicitLod", 88: "ImageSampleExplicitLod", 89: "ImageSampleDrefImplicitLod", 90: "ImageSampleDrefExplicitLod",
    91: "ImageSampleProjImplicitLod", 92: "ImageSampleProjExplicitLod", 96: "ImageGather", 97: "ImageDrefGather", 98: "ImageRead",
    99: "ImageWrite", 100: "Image", 103: "ImageQuerySizeLod", 104: "ImageQuerySize", 105: "ImageQueryLod", 106: "ImageQueryLevels",
    107: "ImageQuerySamples", 116: "QuantizeToF16", 117: "ConvertPtrToU", 120: "ConvertUToPtr", 207: "DPdx", 208: "DPdy", 209: "Fwidth",
    218: "EmitVertex", 219: "EndPrimitive", 227: "AtomicLoad", 228: "AtomicStore", 231: "AtomicCompareExchangeWeak", 232: "AtomicIIncrement",
    233: "AtomicIDecrement", 252: "Kill", 256: "LifetimeStart", 257: "LifetimeStop", 321: "SizeOf", 331: "ExecutionModeId", 332: "DecorateId",
    401: "PtrEqual", 402: "PtrNotEqual", 403: "PtrDiff", 4421: "SubgroupBallotKHR", 4422: "SubgroupFirstInvocationKHR", 4428: "SubgroupAllKHR",
    4429: "SubgroupAnyKHR", 4430: "SubgroupAllEqualKHR", 4432: "SubgroupReadInvocationKHR", 4450: "SDot", 4451: "UDot", 4452: "SUDot",
    4456: "TypeCooperativeMatrixKHR", 4457: "CooperativeMatrixLoadKHR", 4458: "CooperativeMatrixStoreKHR", 4459: "CooperativeMatrixMulAddKHR",
    5632: "DecorateString", 6035: "AtomicFAddEXT",
}  # fmt: skip

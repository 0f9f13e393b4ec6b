"""The numbers that SPIR-V gives to words: capabilities, storage classes, decorations and the like.

Source: SPIR-V 1.3 specification, section 3; SPV_KHR_8bit_storage and SPV_KHR_float_controls for theirs.
"""

CAPABILITIES = {
    "Matrix": 0, "Shader": 1, "Float16": 9, "Float64": 10, "Int64": 11, "Int16": 22, "Int8": 39, "SampledBuffer": 46,
    "ImageBuffer": 47, "GroupNonUniform": 61, "GroupNonUniformVote": 62, "GroupNonUniformArithmetic": 63,
    "GroupNonUniformBallot": 64, "GroupNonUniformShuffle": 65, "GroupNonUniformShuffleRelative": 66,
    "StorageBuffer16BitAccess": 4433, "StorageBuffer8BitAccess": 4448, "DenormPreserve": 4464, "SignedZeroInfNanPreserve": 4466,
}  # fmt: skip
STORAGE_CLASSES = {
    "UniformConstant": 0,
    "Input": 1,
    "Uniform": 2,
    "Workgroup": 4,
    "Private": 6,
    "Function": 7,
    "PushConstant": 9,
    "StorageBuffer": 12,
}
BUILT_INS = {
    "NumWorkgroups": 24, "WorkgroupSize": 25, "WorkgroupId": 26, "LocalInvocationId": 27, "GlobalInvocationId": 28,
    "LocalInvocationIndex": 29, "SubgroupSize": 36, "SubgroupLocalInvocationId": 41,
}  # fmt: skip
IMAGE_FORMATS = {"Unknown": 0, "Rgba32f": 1, "R32f": 3, "Rgba32i": 21, "R32i": 24, "Rgba32ui": 30, "R32ui": 33}
ADDRESSING_MODELS = {"Logical": 0}
MEMORY_MODELS = {"GLSL450": 1}
EXECUTION_MODELS = {"GLCompute": 5}
EXECUTION_MODES = {"LocalSize": 17, "DenormPreserve": 4459, "SignedZeroInfNanPreserve": 4461}
SCOPES = {"Device": 1, "Workgroup": 2, "Subgroup": 3, "Invocation": 4}
VERSIONS = {"v1.0": 0x10000, "v1.1": 0x10100, "v1.2": 0x10200, "v1.3": 0x10300, "v1.4": 0x10400, "v1.5": 0x10500, "v1.6": 0x10600}

BLOCK, ARRAY_STRIDE, BUILT_IN, BINDING, DESCRIPTOR_SET, OFFSET, NO_CONTRACTION = 2, 6, 11, 33, 34, 35, 42  # decorations
# Decorations that allow drivers more (RelaxedPrecision), or promise what is not needed (Restrict, Aliased, NonWritable, NonReadable).
DECORATIONS_LEFT_OUT = frozenset((0, 19, 20, 24, 25))

EXT_INST_IMPORT, EXT_INST, MEMORY_MODEL, ENTRY_POINT, EXECUTION_MODE, CAPABILITY, EXTENSION = 11, 12, 14, 15, 16, 17, 10
NAME, DECORATE, MEMBER_DECORATE = 5, 71, 72
# OpSourceContinued, Source, SourceExtension, MemberName, String, Line, NoLine, ModuleProcessed
DEBUGGING = frozenset((2, 3, 4, 6, 7, 8, 317, 330))
TYPE_VOID, TYPE_BOOL, TYPE_INT, TYPE_FLOAT, TYPE_VECTOR, TYPE_IMAGE = 19, 20, 21, 22, 23, 25
TYPE_ARRAY, TYPE_RUNTIME_ARRAY, TYPE_STRUCT, TYPE_POINTER, TYPE_FUNCTION = 28, 29, 30, 32, 33
CONSTANT_TRUE, CONSTANT_FALSE, CONSTANT, CONSTANT_COMPOSITE = 41, 42, 43, 44
FUNCTION, FUNCTION_END, VARIABLE = 54, 56, 59
PHI, LOOP_MERGE, SELECTION_MERGE, LABEL, BRANCH, BRANCH_CONDITIONAL, RETURN = 245, 246, 247, 248, 249, 250, 253

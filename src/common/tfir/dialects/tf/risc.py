"""Semantics: TensorFlow's reduced set of ops. Each does what the op does that it reduces others to, its twin."""

from tfir.dialects import lookup

TWINS = {
    "RiscAbs": "Abs", "RiscAdd": "AddV2", "RiscBroadcast": "BroadcastTo", "RiscCast": "Cast", "RiscCeil": "Ceil", "RiscCholesky": "Cholesky",
    "RiscConcat": "ConcatV2", "RiscCos": "Cos", "RiscDiv": "RealDiv", "RiscDot": "MatMul", "RiscExp": "Exp", "RiscFft": "FFT",
    "RiscFloor": "Floor", "RiscGather": "GatherV2", "RiscImag": "Imag", "RiscIsFinite": "IsFinite", "RiscLog": "Log",
    "RiscLogicalAnd": "LogicalAnd", "RiscLogicalNot": "LogicalNot", "RiscLogicalOr": "LogicalOr", "RiscMax": "Maximum", "RiscMin": "Minimum",
    "RiscMul": "Mul", "RiscNeg": "Neg", "RiscPad": "PadV2", "RiscPow": "Pow", "RiscReal": "Real", "RiscRem": "TruncateMod",
    "RiscReshape": "Reshape", "RiscReverse": "ReverseV2", "RiscScatter": "ScatterNd", "RiscShape": "Shape", "RiscSign": "Sign",
    "RiscSlice": "Slice", "RiscSqueeze": "Squeeze", "RiscSub": "Sub", "RiscTranspose": "Transpose",
    "RiscTriangularSolve": "MatrixTriangularSolve",
}  # fmt: skip
SEMANTICS = {name: lookup(f"tf.{twin}").semantics for name, twin in TWINS.items()}

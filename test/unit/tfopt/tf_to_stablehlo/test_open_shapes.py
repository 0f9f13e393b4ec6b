"""Ops whose places and weights depend on sizes that are not known when they are lowered, and on numbers that the program is given: each is lowered
once and run for several sizes, against TensorFlow's op as the interpreter computes it for the sizes at hand."""

from itertools import product

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo


def const(name: str, numbers, element: str = "i32") -> str:
    shape = "x".join([*map(str, np.shape(numbers)), element])
    return f'%{name} = "tf.Const"() {{value = dense<{str(np.asarray(numbers).tolist())}> : tensor<{shape}>}} : () -> tensor<{shape}>\n'


def op(name: str, operands: str, types: str, result: str, **attributes) -> str:
    written = ", ".join([f"{key} = {value}" for key, value in attributes.items()])
    return f'%y = "tf.{name}"({operands}) {{{written}}} : ({types}) -> {result}'


def flags(first: bool, second: bool) -> dict[str, str]:
    return {"align_corners": str(first).lower(), "half_pixel_centers": str(second).lower()}


IMAGE, VECTOR, ROWS, NUMBER = "tensor<?x?x?x2xf32>", "tensor<?xf32>", "tensor<?x?xf32>", "tensor<i32>"
IMAGES = ((1, 3, 4, 2), (2, 5, 1, 2), (0, 2, 2, 2))
LENGTHS, SHAPES = ((1,), (2,), (9,), (33,), (0,)), ((1, 5), (4, 3), (2, 1), (0, 2), (3, 0))
MASKS = {"begin_mask": "0", "end_mask": "0", "ellipsis_mask": "0", "new_axis_mask": "0", "shrink_axis_mask": "0"}
CASES = {}
for size in ((3, 5), (1, 1), (7, 2)):
    for corners, centers in ((False, False), (True, False), (False, True)):
        for kind in ("ResizeBilinear", "ResizeNearestNeighbor", "ResizeBicubic"):
            types, attributes = f"{IMAGE}, tensor<2xi32>", flags(corners, centers)
            CASES[kind, size, corners, centers] = (
                const("s", size) + op(kind, "%x, %s", types, "tensor<?x{}x{}x2xf32>".format(*size), **attributes), IMAGE, IMAGES[:2], ()
            )  # fmt: skip
    for corners in (False, True):
        CASES["ResizeArea", size, corners] = (
            const("s", size) + op("ResizeArea", "%x, %s", f"{IMAGE}, tensor<2xi32>", "tensor<?x{}x{}x2xf32>".format(*size), align_corners=str(corners).lower()),
            IMAGE, IMAGES[:2], (),
        )  # fmt: skip
for kind in ("Cumsum", "Cumprod", "CumulativeLogsumexp"):
    for exclusive, reverse in (("false", "false"), ("true", "false"), ("false", "true"), ("true", "true")):
        way = {"exclusive": exclusive, "reverse": reverse}
        CASES[kind, exclusive, reverse] = (
            const("a", 0) + op(kind, "%x, %a", f"{VECTOR}, {NUMBER}", VECTOR, **way), VECTOR, LENGTHS, (),
        )  # fmt: skip
        CASES[kind, "of rows", exclusive, reverse] = (
            const("a", -1) + op(kind, "%x, %a", f"{ROWS}, {NUMBER}", ROWS, **way), ROWS, SHAPES, (),
        )  # fmt: skip
CASES |= {
    "batches of space": (
        const("b", [2, 3]) + const("c", [[0, 1], [1, 0]])
        + op("BatchToSpaceND", "%x, %b, %c", f"{IMAGE}, tensor<2xi32>, tensor<2x2xi32>", IMAGE), IMAGE, ((6, 2, 3, 2), (12, 1, 1, 2)), (),
    ),
    "patches": (
        op("ExtractImagePatches", "%x", IMAGE, "tensor<?x?x?x12xf32>", ksizes="[1, 2, 3, 1]", strides="[1, 2, 1, 1]", rates="[1, 1, 1, 1]", padding='"SAME"'),
        IMAGE, IMAGES, (),
    ),
    "mirrored": (
        const("p", [[1, 1], [2, 0]]) + op("MirrorPad", "%x, %p", f"{ROWS}, tensor<2x2xi32>", ROWS, mode='"REFLECT"'), ROWS, ((2, 3), (5, 4)), (),
    ),
    "mirrored with the edge": (
        const("p", [[1, 1], [2, 0]]) + op("MirrorPad", "%x, %p", f"{ROWS}, tensor<2x2xi32>", ROWS, mode='"SYMMETRIC"'), ROWS, ((1, 2), (5, 4)), (),
    ),
    "a diagonal": (op("MatrixDiag", "%x", ROWS, "tensor<?x?x?xf32>"), ROWS, SHAPES, ()),
    "a diagonal cut": (op("MatrixDiagPart", "%x", ROWS, VECTOR), ROWS, ((1, 5), (4, 3), (2, 2)), ()),
    "tiled by a number": (
        const("t", 2) + '%m = "tf.Pack"(%k, %t) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
        + op("Tile", "%x, %m", f"{ROWS}, tensor<2xi32>", ROWS), ROWS, SHAPES, (0, 1, 3),
    ),
    "padded by a number": (
        const("p", [2]) + '%m = "tf.Pack"(%k, %k) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
        + const("s", [1, 2]) + '%r = "tf.Reshape"(%m, %s) : (tensor<2xi32>, tensor<2xi32>) -> tensor<1x2xi32>\n'
        + op("Pad", "%x, %r", f"{VECTOR}, tensor<1x2xi32>", VECTOR), VECTOR, LENGTHS, (0, 1, 3),
    ),
    "reshaped by a number": (
        const("o", -1) + '%m = "tf.Pack"(%k, %o) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
        + op("Reshape", "%x, %m", f"{VECTOR}, tensor<2xi32>", ROWS), VECTOR, ((6,), (12,)), (1, 2, 3),
    ),
    "the rest from a number on": (
        const("o", [-1]) + const("s", [1]) + '%m = "tf.Reshape"(%k, %s) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>\n'
        + op("Slice", "%x, %m, %o", f"{VECTOR}, tensor<1xi32>, tensor<1xi32>", VECTOR), VECTOR, ((3,), (9,)), (0, 1, 3),
    ),
    "as many as a number": (
        const("o", [1]) + const("s", [1]) + '%m = "tf.Reshape"(%k, %s) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>\n'
        + op("Slice", "%x, %o, %m", f"{VECTOR}, tensor<1xi32>, tensor<1xi32>", VECTOR), VECTOR, ((4,), (9,)), (0, 1, 3),
    ),
}  # fmt: skip
for step in (1, 2, -1, -3):
    for open_end in (0, 1, 2):
        strides = const("e", [1]) + const("t", [step]) + const("s", [1])
        begin = '%m = "tf.Reshape"(%k, %s) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>\n'
        masks = MASKS | {"end_mask": str(int(open_end == 1)), "begin_mask": str(int(open_end == 2))}
        bounds = "%e, %m" if open_end == 2 else "%m, %e"
        CASES["strided", step, open_end] = (
            strides + begin + op("StridedSlice", f"%x, {bounds}, %t", f"{VECTOR}, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>", VECTOR, **masks),
            VECTOR, ((1,), (4,), (9,)), (-12, -2, -1, 0, 1, 3, 20),
        )  # fmt: skip

for start, stop in ((3, 0), (-1, -4), (-2, 0), (5, -9)):
    CASES["backwards", start, stop] = (
        const("b", [start]) + const("e", [stop]) + const("t", [-1]) + op("StridedSlice", "%x, %b, %e, %t", f"{VECTOR}, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>", VECTOR, **MASKS),
        VECTOR, ((1,), (4,), (9,)), (),
    )  # fmt: skip

for kind in ("ResizeBilinear", "ResizeNearestNeighbor", "ResizeBicubic"):
    for corners, centers in ((False, False), (True, False), (False, True)):
        CASES[kind, "to a number", corners, centers] = (
            const("w", 3) + '%m = "tf.Pack"(%k, %w) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
            + op(kind, "%x, %m", f"{IMAGE}, tensor<2xi32>", IMAGE, **flags(corners, centers)), IMAGE, IMAGES[:2], (1, 2, 7),
        )  # fmt: skip
SEEDED = '%n = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>\n' + const("s", [5, 7])
for kind, elements in (("Uniform", "f32 f64 bf16"), ("Normal", "f32 f64"), ("UniformFullInt", "i32 i64")):
    for element in elements.split():
        CASES["random", kind, element] = (
            SEEDED + op(f"StatelessRandom{kind}", "%n, %s", "tensor<2xi32>, tensor<2xi32>", f"tensor<?x?x{element}>"), ROWS, ((4, 3), (0, 2), (1, 1), (3, 9)), (),
        )  # fmt: skip
CASES["random", "TruncatedNormal"] = (
    SEEDED + op("StatelessTruncatedNormal", "%n, %s", "tensor<2xi32>, tensor<2xi32>", ROWS), ROWS, ((4, 3), (0, 2), (5, 9)), (),
)  # fmt: skip
CASES["random", "UniformInt"] = (
    SEEDED + const("l", -3, "i64") + const("h", 9, "i64")
    + op("StatelessRandomUniformInt", "%n, %s, %l, %h", "tensor<2xi32>, tensor<2xi32>, tensor<i64>, tensor<i64>", "tensor<?x?xi64>"), ROWS, ((4, 3), (0, 2)), (),
)  # fmt: skip
CASES["random", "as many as a number"] = (
    const("w", 3) + const("s", [5, 7]) + '%m = "tf.Pack"(%k, %w) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
    + op("StatelessRandomUniform", "%m, %s", "tensor<2xi32>, tensor<2xi32>", ROWS), VECTOR, ((1,),), (0, 1, 5),
)  # fmt: skip

WINDOW = {"ksize": "[1, 3, 2, 1]", "strides": "[1, 2, 2, 1]", "padding": '"SAME"'}
POOLED = f'%p = "tf.MaxPool"(%x) {{ksize = [1, 3, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"}} : ({IMAGE}) -> {IMAGE}\n'
SHAPE = '%n = "tf.Shape"(%x) : (tensor<?x?x?x2xf32>) -> tensor<4xi32>\n'
CASES["gradient of the largest in windows"] = (
    POOLED + op("MaxPoolGrad", "%x, %p, %p", f"{IMAGE}, {IMAGE}, {IMAGE}", IMAGE, **WINDOW), IMAGE, ((1, 3, 4, 2), (2, 5, 1, 2), (2, 8, 7, 2)), (),
)  # fmt: skip
CASES["gradient of means of windows"] = (
    POOLED + SHAPE + op("AvgPoolGrad", "%n, %p", f"tensor<4xi32>, {IMAGE}", IMAGE, **WINDOW), IMAGE, ((1, 3, 4, 2), (2, 5, 1, 2), (2, 8, 7, 2)), (),
)  # fmt: skip
for name, begin, end, step, masks in (
    ("of all but the first", 1, 0, 1, {"end_mask": "1"}), ("of the last", -1, 0, 1, {"shrink_axis_mask": "1"}),
    ("of each second", 0, 0, 2, {"begin_mask": "1", "end_mask": "1"}), ("of all, turned round", 0, 0, -1, {"begin_mask": "1", "end_mask": "1"}),
):  # fmt: skip
    bounds = const("b", [begin]) + const("e", [end]) + const("t", [step]) + '%n = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>\n'
    part = "tensor<f32>" if "shrink_axis_mask" in masks else VECTOR
    cut = op("StridedSlice", "%x, %b, %e, %t", f"{VECTOR}, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>", part, **MASKS | masks)
    back = f"tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, {part}"
    CASES["gradient of a slice", name] = (
        bounds + cut.replace("%y", "%d") + "\n" + op("StridedSliceGrad", "%n, %b, %e, %t, %d", back, VECTOR, **MASKS | masks), VECTOR, LENGTHS[:-1], (),
    )  # fmt: skip

ONE = '%m = "tf.Reshape"(%k, %s) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>\n'
SIZES = f'%n = "tf.Abs"(%x) : ({VECTOR}) -> {VECTOR}\n%i = "tf.Cast"(%n) : ({VECTOR}) -> tensor<?xi32>\n'
RISING = const("a", 0) + SIZES + '%j = "tf.Cumsum"(%i, %a) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>\n'
CASES["rolled by a number"] = (
    const("a", [0, 1]) + '%m = "tf.Pack"(%k, %k) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
    + op("Roll", "%x, %m, %a", f"{ROWS}, tensor<2xi32>, tensor<2xi32>", ROWS), ROWS, SHAPES, (0, 1, -7, 2**31 - 1, -(2**31)),
)  # fmt: skip
CASES["split by a number"] = (
    const("a", 0) + const("o", -1) + '%m = "tf.Pack"(%k, %o) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
    + f'%z:2 = "tf.SplitV"(%x, %m, %a) : ({VECTOR}, tensor<2xi32>, tensor<i32>) -> ({VECTOR}, {VECTOR})\n'
    + op("Neg", "%z#1", VECTOR, VECTOR), VECTOR, ((3,), (9,)), (0, 1, 3),
)  # fmt: skip
CASES["counted below a number"] = (
    SIZES + op("DenseBincount", "%i, %k, %x", f"tensor<?xi32>, tensor<i32>, {VECTOR}", VECTOR, binary_output="false"), VECTOR, LENGTHS, (0, 1, 4),
)  # fmt: skip
for kind in ("Sum", "Mean", "Max", "Min", "Prod"):
    CASES["segments in order", kind] = (
        RISING + op(f"Segment{kind}", "%x, %j", f"{VECTOR}, tensor<?xi32>", VECTOR), VECTOR, LENGTHS, (),
    )  # fmt: skip
CASES["stitched at places that are computed"] = (
    const("b", [2, 0, 2]) + const("u", [1.5, 2.0, 3.0], "f32") + const("o", 1) + const("s", [1]) + '%j = "tf.Reshape"(%k, %s) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>\n'
    + const("v", [9.0], "f32") + op("DynamicStitch", "%b, %j, %u, %v", "tensor<3xi32>, tensor<1xi32>, tensor<3xf32>, tensor<1xf32>", VECTOR),
    VECTOR, ((1,),), (0, 1, 2, 5),
)  # fmt: skip
CASES["scattered into a number"] = (
    const("s", [1]) + const("i", [[1], [0], [1]]) + const("u", [1.5, 2.0, 3.0], "f32") + ONE
    + op("ScatterNd", "%i, %u, %m", "tensor<3x1xi32>, tensor<3xf32>, tensor<1xi32>", VECTOR), VECTOR, ((1,),), (2, 5),
)  # fmt: skip
for at, kind in enumerate(("Unique", "different ones", "how often")):
    types = (VECTOR, "tensor<?xi32>", "tensor<?xi32>")
    CASES["different numbers", kind] = (
        f'%r = "tf.Rint"(%x) : ({VECTOR}) -> {VECTOR}\n%z:3 = "tf.UniqueWithCounts"(%r) : ({VECTOR}) -> ({", ".join(types)})\n'
        + op("Neg", f"%z#{at}", types[at], types[at]), VECTOR, LENGTHS, (),
    )  # fmt: skip
CASES["places of what is not zero"] = (
    f'%r = "tf.Rint"(%x) : ({VECTOR}) -> {VECTOR}\n' + op("Where", "%r", VECTOR, "tensor<?x1xi64>"), VECTOR, LENGTHS, (),
)  # fmt: skip
SPARSE = (
    f'%r = "tf.Rint"(%x) : ({ROWS}) -> {ROWS}\n%i = "tf.Where"(%r) : ({ROWS}) -> tensor<?x2xi64>\n'
    f'%v = "tf.GatherNd"(%x, %i) : ({ROWS}, tensor<?x2xi64>) -> {VECTOR}\n'
    f'%n = "tf.Shape"(%x) {{out_type = i64}} : ({ROWS}) -> tensor<2xi64>\n'
)
OF_SPARSE = f"tensor<?x2xi64>, {VECTOR}, tensor<2xi64>"
for at, result in enumerate(("tensor<?x2xi64>", VECTOR, "tensor<?xi1>", "tensor<?xi64>")):
    types = f"(tensor<?x2xi64>, {VECTOR}, tensor<?xi1>, tensor<?xi64>)"
    CASES["rows without elements filled", at] = (
        SPARSE + const("d", 7.0, "f32")
        + f'%z:4 = "tf.SparseFillEmptyRows"(%i, %v, %n, %d) : ({OF_SPARSE}, tensor<f32>) -> {types}\n'
        + op("Identity", f"%z#{at}", result, result), ROWS, ((1, 5), (9, 1), (4, 3)), (),
    )  # fmt: skip
for at, result in enumerate(("tensor<?x2xi64>", VECTOR, "tensor<2xi64>")):
    CASES["a box of what is sparse", at] = (
        SPARSE + const("a", [1, 0], "i64") + const("b", [2, 2], "i64")
        + f'%z:3 = "tf.SparseSlice"(%i, %v, %n, %a, %b) : ({OF_SPARSE}, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x2xi64>, {VECTOR}, tensor<2xi64>)\n'
        + op("Identity", f"%z#{at}", result, result), ROWS, ((1, 5), (9, 1), (4, 3)), (),
    )  # fmt: skip
CASES["places under another shape"] = (
    SPARSE + const("s", [-1], "i64") + '%z:2 = "tf.SparseReshape"(%i, %n, %s) : (tensor<?x2xi64>, tensor<2xi64>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<1xi64>)\n'
    + op("Identity", "%z#0", "tensor<?x1xi64>", "tensor<?x1xi64>"), ROWS, ((1, 5), (9, 1), (4, 3)), (),
)  # fmt: skip
for stated in ([-1, -1], [4, -1], [2, 1], [-1, 5]):
    for name, partition in (("splits", [0, 0, 2, 5]), ("splits that leave some", [0, 1, 3, 3])):
        CASES["rows filled up", name, *stated] = (
            const("s", stated, "i64") + const("d", 7.0, "f32") + const("p", partition, "i64")
            + op("RaggedTensorToTensor", "%s, %x, %d, %p", f"tensor<2xi64>, {VECTOR}, tensor<f32>, tensor<4xi64>", ROWS,
                 row_partition_types='["ROW_SPLITS"]'), VECTOR, ((5,), (9,)), (),
        )  # fmt: skip
for at, result in enumerate(("tensor<?xi64>", VECTOR)):
    CASES["rows of lists by number", at] = (
        const("p", [0, 0, 2, 5], "i64") + const("i", [2, 0, 2, 1])
        + f'%z:2 = "tf.RaggedGather"(%p, %x, %i) {{OUTPUT_RAGGED_RANK = 1 : i64}} : (tensor<4xi64>, {VECTOR}, tensor<4xi32>) -> (tensor<?xi64>, {VECTOR})\n'
        + op("Identity", f"%z#{at}", result, result), VECTOR, ((5,), (9,)), (),
    )  # fmt: skip
CASES["rows by splits, and in them by numbers"] = (
    const("s", [-1, -1, -1], "i64") + const("d", 7.0, "f32") + const("p", [0, 2, 3], "i64") + const("z", 0)
    + '%n = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>\n%m = "tf.Squeeze"(%n) {squeeze_dims = []} : (tensor<1xi32>) -> tensor<i32>\n'
    + const("o", 1) + const("t", 3) + '%r = "tf.Range"(%z, %m, %o) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>\n'
    + '%i = "tf.FloorDiv"(%r, %t) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>\n%j = "tf.Cast"(%i) : (tensor<?xi32>) -> tensor<?xi64>\n'
    + op("RaggedTensorToTensor", "%s, %x, %d, %p, %j", f"tensor<3xi64>, {VECTOR}, tensor<f32>, tensor<3xi64>, tensor<?xi64>", "tensor<?x?x?xf32>",
         row_partition_types='["ROW_SPLITS", "VALUE_ROWIDS"]'), VECTOR, ((5,), (9,)), (),
)  # fmt: skip
for at, result in enumerate(("tensor<?x2xi64>", "tensor<?xi64>", "tensor<2xi64>", ROWS)):
    CASES["the best at each time", at] = (
        const("l", [3, 0], "i32") + f'%z:4 = "tf.CTCGreedyDecoder"(%x, %l) {{merge_repeated = true}} : (tensor<?x2x3xf32>, tensor<2xi32>) -> (tensor<?x2xi64>, tensor<?xi64>, tensor<2xi64>, {ROWS})\n'
        + op("Identity", f"%z#{at}", result, result), "tensor<?x2x3xf32>", ((3, 2, 3), (9, 2, 3)), (),
    )  # fmt: skip
SQUARE = f'%t = "tf.BatchMatMulV2"(%x, %x) {{adj_x = false, adj_y = true}} : ({ROWS}, {ROWS}) -> {ROWS}\n'
for name, results, attributes in (
    ("MatrixDeterminant", ("tensor<f32>",), {}), ("MatrixInverse", (ROWS,), {"adjoint": "false"}), ("LogMatrixDeterminant", ("tensor<f32>",) * 2, {}),
    ("Lu", (ROWS, "tensor<?xi32>"), {}), ("SelfAdjointEigV2", (VECTOR, ROWS), {"compute_v": "true"}),
    ("Qr", (ROWS, ROWS), {"full_matrices": "false"}), ("Qr", (ROWS, ROWS), {"full_matrices": "true"}), ("Svd", (VECTOR, ROWS, ROWS), {"compute_uv": "false"}),
):  # fmt: skip
    attributed = ", ".join([f"{key} = {value}" for key, value in attributes.items()])
    for at, result in enumerate(results[: 1 if name in ("SelfAdjointEigV2", "Svd") else None]):
        is_square = name not in ("Qr", "Svd")
        operand = "%t" if is_square else "%x"
        CASES["matrices", name, attributed, at] = (
            (SQUARE if is_square else "") + f'%z:{len(results)} = "tf.{name}"({operand}) {{{attributed}}} : ({ROWS}) -> ({", ".join(results)})\n'
            + op("Identity", f"%z#{at}", result, result), ROWS, ((1, 1), (2, 3), (4, 4), (5, 7), *([] if is_square else [(7, 2)])), (),
        )  # fmt: skip
MATRICES = ((1, 1), (4, 4), (3, 5), (5, 3), (1, 6), (7, 1))
for full in ("false", "true"):
    factors = f'%s, %u, %v = "tf.Svd"(%x) {{compute_uv = true, full_matrices = {full}}} : ({ROWS}) -> ({VECTOR}, {ROWS}, {ROWS})\n'
    for basis in ("%u", "%v"):  # which is orthogonal; the signs are each library's choice
        products = op("BatchMatMulV2", f"{basis}, {basis}", f"{ROWS}, {ROWS}", ROWS, adj_x="true", adj_y="false")
        CASES["bases", full, basis] = factors + products, ROWS, MATRICES, ()
CASES["factors of matrices"] = (
    f'%s, %u, %v = "tf.Svd"(%x) {{compute_uv = true, full_matrices = false}} : ({ROWS}) -> ({VECTOR}, {ROWS}, {ROWS})\n' + const("e", 0)
    + f'%r = "tf.ExpandDims"(%s, %e) : ({VECTOR}, {NUMBER}) -> tensor<1x?xf32>\n%w = "tf.Mul"(%u, %r) : ({ROWS}, tensor<1x?xf32>) -> {ROWS}\n'
    + op("BatchMatMulV2", "%w, %v", f"{ROWS}, {ROWS}", ROWS, adj_x="false", adj_y="true"), ROWS, MATRICES, (),
)  # fmt: skip
for fast in ("false", "true"):
    CASES["least squares", fast] = (
        const("l", 0.5, "f64") + op("MatrixSolveLs", "%x, %x, %l", f"{ROWS}, {ROWS}, tensor<f64>", ROWS, fast=fast), ROWS, MATRICES, (),
    )  # fmt: skip
FACTORS = const("s", [0.8, 1.1], "f32") + const("t", [0.1, 0.2], "f32")
for kind in ("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic"):
    for antialias in ("true", "false"):
        way = {"kernel_type": f'"{kind}"', "antialias": antialias}
        CASES["scaled and moved", kind, antialias] = (
            const("n", [4, 7]) + FACTORS
            + op("ScaleAndTranslate", "%x, %n, %s, %t", f"{IMAGE}, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>", "tensor<?x4x7x2xf32>", **way), IMAGE, IMAGES, (),
        )  # fmt: skip
CASES["scaled and moved", "to a number"] = (
    '%n = "tf.Pack"(%k, %k) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n' + FACTORS
    + op("ScaleAndTranslate", "%x, %n, %s, %t", f"{IMAGE}, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>", IMAGE), IMAGE, IMAGES, (1, 5),
)  # fmt: skip
CASES["scaled by a number"] = (
    const("n", [4, 7]) + const("t", [-0.5, 0.2], "f32") + '%f = "tf.Cast"(%k) : (tensor<i32>) -> tensor<f32>\n'
    + '%s = "tf.Pack"(%f, %f) {axis = 0 : i64} : (tensor<f32>, tensor<f32>) -> tensor<2xf32>\n'
    + op("ScaleAndTranslate", "%x, %n, %s, %t", "tensor<2x3x5x1xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>", "tensor<2x4x7x1xf32>"),
    "tensor<2x3x5x1xf32>", ((2, 3, 5, 1),), (1, 2, 7),
)  # fmt: skip
CASES["gradient of what is scaled and moved"] = (
    FACTORS
    + op("ScaleAndTranslateGrad", "%x, %x, %s, %t", f"{IMAGE}, {IMAGE}, tensor<2xf32>, tensor<2xf32>", IMAGE), IMAGE, IMAGES, (),
)  # fmt: skip
COUNTED = const("a", [5], "ui64") + const("b", [7, 1], "ui64")
BY_COUNTER = "tensor<1xui64>, tensor<2xui64>, tensor<i32>"
CUBE = "tensor<?x3x?xf32>"
for kind, elements in (
    ("Uniform", "f32 f64 f16 bf16"),
    ("Normal", "f32 f64 f16 bf16"),
    ("TruncatedNormal", "f32"),
    ("UniformFullInt", "i32 ui64"),
):
    for element in elements.split():
        drawn = f"tensor<?x3x?x{element}>"
        CASES["random", "by Threefry", kind, element] = (
            f'%n = "tf.Shape"(%x) : ({CUBE}) -> tensor<3xi32>\n' + COUNTED + const("c", 2)
            + op(f"StatelessRandom{kind}V2".replace("RandomT", "T"), "%n, %a, %b, %c", f"tensor<3xi32>, {BY_COUNTER}", drawn),
            CUBE, ((4, 3, 3), (3, 3, 1), (3, 3, 9), (5, 3, 2), (1, 3, 1), (7, 3, 5), (0, 3, 2)), (),
        )  # fmt: skip
CASES["random", "UniformInt", "by Threefry"] = (
    '%n = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>\n' + COUNTED + const("c", 2) + const("l", -3) + const("h", 9)
    + op("StatelessRandomUniformIntV2", "%n, %a, %b, %c, %l, %h", f"tensor<2xi32>, {BY_COUNTER}, tensor<i32>, tensor<i32>", "tensor<?x?xi32>"),
    ROWS, ((4, 3), (1, 1), (3, 9)), (),
)  # fmt: skip
CASES["random", "shuffled"] = (
    COUNTED + const("c", 1) + op("StatelessShuffle", "%x, %a, %b, %c", f"{ROWS}, {BY_COUNTER}", ROWS), ROWS, ((4, 3), (1, 1), (33, 2), (2, 1), (0, 3)), (),
)  # fmt: skip
CASES["boxes"] = (
    const("a", 1) + const("t", 0.5, "f32") + f'%s = "tf.Max"(%x, %a) {{keep_dims = false}} : (tensor<?x4xf32>, tensor<i32>) -> {VECTOR}\n'
    + op("NonMaxSuppressionV3", "%x, %s, %k, %t, %t", f"tensor<?x4xf32>, {VECTOR}, tensor<i32>, tensor<f32>, tensor<f32>", "tensor<?xi32>"),
    "tensor<?x4xf32>", ((1, 4), (9, 4), (0, 4)), (0, 2, 20),
)  # fmt: skip
CASES["resized to a number"] = (
    '%m = "tf.Pack"(%k, %k) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
    + op("ResizeBilinear", "%x, %m", f"{IMAGE}, tensor<2xi32>", IMAGE, **flags(False, True)), IMAGE, IMAGES[:2], (1, 4),
)  # fmt: skip
CASES["windows of sounds"] = (
    op("AudioSpectrogram", "%x", ROWS, "tensor<?x?x9xf32>", window_size="12", stride="5", magnitude_squared="true"), ROWS, ((12, 1), (40, 3), (5, 2)), (),
)  # fmt: skip
for kind, operand, result in (("RFFT", "f32", "complex<f32>"), ("IRFFT", "complex<f32>", "f32")):
    shape = f"tensor<?x?x{operand}>"
    CASES["transformed in a length", kind] = (
        const("s", [1]) + ONE + f'%c = "tf.Cast"(%x) : ({ROWS}) -> {shape}\n'
        + op(kind, "%c, %m", f"{shape}, tensor<1xi32>", f"tensor<?x?x{result}>"), ROWS, ((1, 9), (3, 11)), (1, 2, 6, 9),
    )  # fmt: skip
for kind in ("FFT", "IFFT", "FFT2D"):
    CASES["transformed", kind] = (
        f'%c = "tf.Complex"(%x, %x) : ({ROWS}, {ROWS}) -> tensor<?x?xcomplex<f32>>\n'
        + op(kind, "%c", "tensor<?x?xcomplex<f32>>", "tensor<?x?xcomplex<f32>>"), ROWS,
        ((1, 6), (3, 9), (2, 1), (2, 37), (64, 64), (3, 0), (0, 4)), (),
    )  # fmt: skip
PLANES = "tensor<?x6x?xf32>"
for kind, operand, result, given in (
    ("IFFT3D", "complex<f32>", "complex<f32>", ""),
    ("RFFT2D", "f32", "complex<f32>", ", %m"),
    ("IRFFT2D", "complex<f32>", "f32", ", %m"),
):
    CASES["transformed in a length beside one that is known", kind] = (
        const("s", [1]) + const("six", [6]) + const("a", 0) + ONE.replace("%m", "%o") + f'%c = "tf.Cast"(%x) : ({PLANES}) -> tensor<?x6x?x{operand}>\n'
        + '%m = "tf.ConcatV2"(%six, %o, %a) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>\n'
        + op(kind, f"%c{given}", f"tensor<?x6x?x{operand}>{', tensor<2xi32>' if given else ''}", f"tensor<?x6x?x{result}>"), PLANES,
        ((1, 6, 9), (3, 6, 11)), (1, 2, 6, 9) if given else (),
    )  # fmt: skip


for step, (first, more), masks in product((1, 2, -1), ((0, 1), (1, 2), (-3, 2), (2, 9)), (MASKS, MASKS | {"end_mask": "1"})):
    CASES["put into a slice", step, first, more, masks["end_mask"]] = (
        const("f", [first]) + const("n", [more * step]) + const("s", [step]) + const("c", 2.5, "f32")
        + const("o", [1]) + '%k1 = "tf.Reshape"(%k, %o) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>\n'
        + '%b = "tf.AddV2"(%f, %k1) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>\n'
        + '%e = "tf.AddV2"(%b, %n) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>\n'
        + '%p = "tf.StridedSlice"(%x, %b, %e, %s) {' + ", ".join([f"{key} = {mask}" for key, mask in masks.items()])
        + f"}} : ({ROWS}, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> {ROWS}\n"
        + f'%q = "tf.Mul"(%p, %c) : ({ROWS}, tensor<f32>) -> {ROWS}\n'
        + op("TensorStridedSliceUpdate", "%x, %b, %e, %s, %q", f"{ROWS}, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, {ROWS}", ROWS, **masks),
        ROWS, ((6, 2), (9, 1), (4, 0)), (0, 1, 2),
    )  # fmt: skip
CASES["put into a column"] = (
    const("z", 0) + const("s", [1, 1]) + const("c", 7.0, "f32") + '%b = "tf.Pack"(%z, %k) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>\n'
    + op("TensorStridedSliceUpdate", "%x, %b, %b, %s, %c", f"{ROWS}, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<f32>", ROWS,
         **MASKS | {"begin_mask": "1", "end_mask": "1", "shrink_axis_mask": "2"}),
    ROWS, ((3, 4), (1, 5)), (0, 3, -1),
)  # fmt: skip
for kind, by in product(("FloorDiv", "FloorMod", "TruncateDiv"), (2, 3)):
    CASES["divided", kind, by] = (
        const("d", by) + const("l", [4, 1]) + '%h = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>\n'
        + '%u = "tf.Sub"(%l, %h) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>\n'
        + '%v = "tf.Neg"(%h) : (tensor<2xi32>) -> tensor<2xi32>\n'
        + const("a", 0) + '%w = "tf.ConcatV2"(%u, %v, %a) : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>\n'
        + op(kind, "%w, %d", "tensor<4xi32>, tensor<i32>", "tensor<4xi32>"), ROWS, ((4, 1), (5, 2), (6, 3), (8, 0), (1, 7), (0, 9)), (),
    )  # fmt: skip


def program_of(body: str, argument: str, lowered: bool) -> Program:
    result = body.rpartition("-> ")[2]
    text = f"func.func @main(%x: {argument}, %k: tensor<i32>) -> {result} {{\n{body}\n  return %y : {result}\n}}"
    module = parse(Source("test", text), lookup, dialect)
    if lowered:
        tf_to_stablehlo(module)
        assert not [op.name for op in module.walk() if op.dialect == "tf"]
    return Program(module)


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES, ids=lambda case: case if isinstance(case, str) else "-".join(map(str, case)))
def test_one_program_serves_any_sizes(case):
    body, argument, shapes, numbers = CASES[case]
    lowered, op = program_of(body, argument, lowered=True), program_of(body, argument, lowered=False)
    drawn = np.random.default_rng(3)
    for shape in shapes:
        x = drawn.standard_normal(shape).astype(np.float32)
        for number in numbers or (0,):
            inputs = {"arg0": x, "arg1": np.array(number, np.int32)}
            expected, answer = op.run(inputs)["result0"], lowered.run(inputs)["result0"]
            assert answer.shape == expected.shape
            np.testing.assert_allclose(answer, expected, rtol=2e-5, atol=2e-5)


def test_a_transform_of_open_length_multiplies_no_matrix():
    """n log n steps, in loops; that of a length that is known is one operation."""

    def ops_of(length: str) -> list[str]:
        type = f"tensor<{length}xcomplex<f32>>"
        text = f'func.func @main(%x: {type}) -> {type} {{ %y = "tf.FFT"(%x) : ({type}) -> {type} return %y : {type} }}'
        module = parse(Source("test", text), lookup, dialect)
        tf_to_stablehlo(module)
        return [op.name for op in module.walk()]

    assert ops_of("?").count("stablehlo.while") == 3 and "stablehlo.dot_general" not in ops_of("?")
    assert "stablehlo.fft" in ops_of("12") and "stablehlo.while" not in ops_of("12")


SUMMED = """func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x{columns}xf32>) -> tensor<{result}> {{
  %sx = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %sy = "tf.Shape"(%y) : (tensor<?x{columns}xf32>) -> tensor<2xi32>
  %s = "tf.AddV2"(%x, %y) : (tensor<?x3xf32>, tensor<?x{columns}xf32>) -> tensor<?x3xf32>
  %a:2 = "tf.BroadcastGradientArgs"(%sx, %sy) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<{first}xi32>, tensor<{second}xi32>)
  %t = "tf.Sum"(%s, %a#1) {{keep_dims = false}} : (tensor<?x3xf32>, tensor<{second}xi32>) -> tensor<{summed}>
  %g = "tf.Reshape"(%t, %sy) : (tensor<{summed}>, tensor<2xi32>) -> tensor<{result}>
  return %g : tensor<{result}>
}}"""


@pytest.mark.parametrize(
    "columns, second, summed, axes", [(3, 0, "?x3xf32", ()), (1, 1, "?xf32", (1,))], ids=["of one shape", "of one column"]
)  # fmt: skip
def test_gradients_of_what_is_repeated_are_summed(columns, second, summed, axes):
    """Two open sizes are taken for one: where they are not, the sum does not fit what it is reshaped to."""
    text = SUMMED.format(columns=columns, first=0, second=second, summed=summed, result=f"?x{columns}xf32")
    module = parse(Source("test", text), lookup, dialect)
    tf_to_stablehlo(module)
    program, rng = Program(module), np.random.default_rng(5)
    for rows in (1, 4, 0):
        x, y = (rng.standard_normal((rows, count)).astype(np.float32) for count in (3, columns))
        expected = (x + y).sum(axes, keepdims=True) if axes else x + y
        np.testing.assert_allclose(program.run({"arg0": x, "arg1": y})["result0"], expected, rtol=1e-6)
    with pytest.raises(Error, match="cannot reshape array of size"):
        program.run({"arg0": np.ones((4, 3), np.float32), "arg1": np.ones((1, columns), np.float32)})

"""Taking tensors apart and putting them together, element by element. Source: MLIR's tensor dialect."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import INDEX, ShapedType, shapes_fit
from tfir.ods.constraints import is_signless
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.text.pieces import DynamicIndexList, Piece

OPS = """
    bitcast(source: tensor) -> (dest: tensor) !pure !view
      $source attr-dict : type($source) to type(results)
    cast(source: tensor) -> (dest: tensor) !pure !view
      $source attr-dict : type($source) to type(results)
    collapse_shape(src: tensor; reassociation: attr) -> (result: tensor) !pure !view
      $src $reassociation attr-dict : type($src) into type(results)
    concat(inputs: *tensor; dim: i64) -> (result: tensor) !pure !exact
      dim($dim) $inputs attr-dict : functional
    dim(source: tensor, index: index) -> (result: index) !pure !shape_only
      $source, $index attr-dict : <DimensionTypes>()
    empty(dynamicSizes: *index) -> (result: tensor) !pure !exact
      ($dynamicSizes) attr-dict : <SizesOfResult>()
    expand_shape(src: tensor, output_shape: *index; reassociation: attr, static_output_shape: array<i64>) -> (result: tensor) !pure !view
      $src $reassociation output_shape <DynamicIndexList>($output_shape, $static_output_shape) attr-dict : <Expanded>()
    extract(tensor: tensor, indices: *index) -> (result: any) !pure !exact
      $tensor[$indices] attr-dict : <ReadTypes>()
    extract_slice(source: tensor, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr) -> (result: tensor) !pure !exact
      $source `` <DynamicIndexList>($offsets, $static_offsets) <DynamicIndexList>($sizes, $static_sizes) <DynamicIndexList>($strides, $static_strides) attr-dict : <Sliced>()
    from_elements(elements: *any) -> (result: tensor) !pure !exact
      $elements attr-dict : <ElementsOfResult>()
    gather(source: tensor, indices: tensor; gather_dims: array<i64>, unique?: unit) -> (result: tensor) !pure !exact
      $source[$indices] gather_dims($gather_dims) (unique $unique)? attr-dict : functional
    generate(dynamicExtents: *index) -> (result: tensor) !pure !composed !regions(1) !single_block
      $dynamicExtents region attr-dict : <SizesOfResult>()
    insert(scalar: any, dest: tensor, indices: *index) -> (result: tensor) !pure !exact
      $scalar into $dest[$indices] attr-dict : <WriteTypes>()
    insert_slice(source: tensor, dest: tensor, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr) -> (result: tensor) !pure !exact
      $source into $dest `` <DynamicIndexList>($offsets, $static_offsets) <DynamicIndexList>($sizes, $static_sizes) <DynamicIndexList>($strides, $static_strides) attr-dict : <Inserted>()
    pad(source: tensor, low: *index, high: *index; static_low: array<i64>, static_high: array<i64>, nofold?: unit, operandSegmentSizes?: attr) -> (result: tensor) !pure !composed !regions(1) !single_block
      $source (nofold $nofold)? low `` <DynamicIndexList>($low, $static_low) high `` <DynamicIndexList>($high, $static_high) region attr-dict : <Sliced>()
    parallel_insert_slice(source: tensor, dest: tensor, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr)
      $source into $dest `` <DynamicIndexList>($offsets, $static_offsets) <DynamicIndexList>($sizes, $static_sizes) <DynamicIndexList>($strides, $static_strides) attr-dict : <InsertedInPlace>()
    rank(tensor: tensor) -> (result: index) !pure !shape_only
      $tensor attr-dict : <RankTypes>()
    reshape(source: tensor, shape: tensor) -> (result: tensor) !pure !exact
      $source ($shape) attr-dict : functional
    scatter(source: tensor, dest: tensor, indices: tensor; scatter_dims: array<i64>, unique?: unit) -> (result: tensor) !pure !exact
      $source into $dest[$indices] scatter_dims($scatter_dims) (unique $unique)? attr-dict : functional
    splat(input: any, dynamicSizes: *index) -> (aggregate: any) !pure !exact
      $input <Sizes>($dynamicSizes) attr-dict : <ElementOfResult>()
    yield(value: any) !terminator
      $value attr-dict : type($value)
"""


class Sizes(Piece):
    """`[%n, %m]`, left out where there are none."""

    def parse(self, p, state, operands, types):
        operands["dynamicSizes"] = p.comma_list(p.operand, "[", "]") if p.at("[") else []

    def text(self, printer, op, form):
        return f"[{printer.values(op.operands[1:])}]" if len(op.operands) > 1 else ""


SYNTAX = {
    "DimensionTypes": Derived("T", "T index", "index"), "RankTypes": Derived("T", "T", "index"),
    "ReadTypes": Derived("T", "T index*", "tensor.element(T)"), "WriteTypes": Derived("T", "tensor.element(T) T index*", "T"),
    "ElementsOfResult": Derived("T", "tensor.element(T)*", "T"), "ElementOfResult": Derived("T", "tensor.element(T) index*", "T"),
    "SizesOfResult": Derived("T", "index*", "T"), "Sizes": Sizes(),
    "DynamicIndexList": DynamicIndexList, "Expanded": Derived("S into R", "S index*", "R"), "Sliced": Derived("S to R", "S index*", "R"),
    "Inserted": Derived("S into R", "S R index*", "R"), "InsertedInPlace": Derived("S into R", "S R index*", ""),
}  # fmt: skip


def cast(op):
    source, dest = op.operands[0].type, op.result.type
    if source.element is not dest.element or not shapes_fit(source.shape, dest.shape):
        raise Error.on(op, f"operand type '{source}' and result type '{dest}' are cast incompatible")


def extract(op):
    type, count = op.operands[0].type, len(op.operands) - 1
    if type.rank is not None and type.rank != count:
        raise Error.on(op, "incorrect number of indices for extract_element")
    if op.result.type is not type.element:
        raise Error.on(op, "failed to verify that result type matches element type of tensor")


def insert(op):
    type, count = op.operands[1].type, len(op.operands) - 2
    if type.rank is not None and type.rank != count:
        raise Error.on(op, "incorrect number of indices")
    if op.operands[0].type is not type.element:
        raise Error.on(op, "failed to verify that scalar type matches element type of dest")
    if op.result.type is not type:
        raise Error.on(op, "failed to verify that expected result type to match dest type")


def splat(op):
    type = op.result.type
    missing = sum([size is None for size in type.shape or ()])
    if missing != len(op.operands) - 1:
        raise Error.on(op, f"incorrect number of dynamic sizes, has {len(op.operands) - 1}, expected {missing}")
    if op.operands[0].type is not type.element:
        raise Error.on(op, "failed to verify that operand type matches element type of result")


def reshape(op):
    source, shape, result = [value.type for value in (*op.operands, op.result)]
    if shape.shape is None or len(shape.shape) != 1 or not (is_signless(shape.element) or shape.element is INDEX):
        raise Error.on(op, f"operand #1 must be 1D tensor of signless integer or index values, but got '{shape}'")
    if source.element is not result.element:
        raise Error.on(op, "element types of source and destination tensor types should be the same")
    if result.shape is not None and shape.shape[0] not in (None, len(result.shape)):
        raise Error.on(op, "length of shape operand differs from the result's tensor rank")
    if source.is_static and result.is_static and source.size != result.size:
        raise Error.on(op, "source and destination tensor should have the same number of elements")


def from_elements(op):
    type = op.result.type
    if not isinstance(type, ShapedType) or not type.is_static or type.size != len(op.operands):
        raise Error.on(op, f"number of operands does not match the elements of '{type}'")
    if any([value.type is not type.element for value in op.operands]):
        raise Error.on(op, "failed to verify that operand types match result element type")


def empty(op):
    type, count = op.result.type, len(op.operands)
    if type.shape is not None and type.shape.count(None) != count:
        raise Error.on(op, f"incorrect number of dynamic sizes, has {count}, expected {type.shape.count(None)}")


DIALECT = Dialect(
    "tensor", OPS,
    package=__name__,
    families=("computation",),
    syntax=SYNTAX,
    verify={"cast": cast, "extract": extract, "insert": insert, "from_elements": from_elements, "empty": empty, "splat": splat,
           "reshape": reshape},
    result_names={
        "collapse_shape": "collapsed", "expand_shape": "expanded", "extract": "extracted", "extract_slice": "extracted_slice",
        "generate": "generated", "insert": "inserted", "insert_slice": "inserted_slice", "pad": "padded",
        **{name: name for name in ("cast", "concat", "dim", "from_elements", "gather", "rank", "reshape", "scatter", "splat")},
    },
)  # fmt: skip

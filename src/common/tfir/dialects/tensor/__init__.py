"""Taking tensors apart and putting them together, element by element. Source: MLIR's tensor dialect."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import INDEX, ShapedType, shapes_fit
from tfir.ods.constraints import is_signless
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.text.assembly import Piece

OPS = """
    cast(source: tensor) -> (dest: tensor) !pure !view
      $source attr-dict : type($source) to type(results)
    dim(source: tensor, index: index) -> (result: index) !pure !shape_only
      $source, $index attr-dict : <DimensionTypes>()
    empty(dynamicSizes: *index) -> (result: tensor) !pure !exact
      ($dynamicSizes) attr-dict : <SizesOfResult>()
    extract(tensor: tensor, indices: *index) -> (result: any) !pure !exact
      $tensor[$indices] attr-dict : <ReadTypes>()
    from_elements(elements: *any) -> (result: tensor) !pure !exact
      $elements attr-dict : <ElementsOfResult>()
    insert(scalar: any, dest: tensor, indices: *index) -> (result: tensor) !pure !exact
      $scalar into $dest[$indices] attr-dict : <WriteTypes>()
    rank(tensor: tensor) -> (result: index) !pure !shape_only
      $tensor attr-dict : <RankTypes>()
    reshape(source: tensor, shape: tensor) -> (result: tensor) !pure !exact
      $source ($shape) attr-dict : functional
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
        "extract": "extracted", "insert": "inserted",
        **{name: name for name in ("cast", "dim", "from_elements", "rank", "reshape", "splat")},
    },
)  # fmt: skip

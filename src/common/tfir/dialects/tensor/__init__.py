"""Taking tensors apart and putting them together, element by element. Source: MLIR's tensor dialect."""

from tfir.dialects.tensor.verify import VERIFY, VERIFY_IN_CONTEXT
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.text.pieces import DynamicIndexList, Piece

OPS = """
    bitcast(source: tensor<signless|unsigned|signed|float>) -> (dest: tensor<signless|unsigned|signed|float>) !pure !view
      $source attr-dict : type($source) to type(results)
    cast(source: tensor<any>) -> (dest: tensor<any>) !pure !view
      $source attr-dict : type($source) to type(results)
    collapse_shape(src: ranked<any>; reassociation: groups) -> (result: ranked<any>) !pure !view
      $src $reassociation attr-dict : type($src) into type(results)
    concat(inputs: *ranked<any>; dim: i64) -> (result: ranked<any>) !pure !exact
      dim($dim) $inputs attr-dict : functional
    dim(source: measured, index: index) -> (result: index) !pure !shape_only
      attr-dict $source, $index : <DimensionTypes>()
    empty(dynamicSizes: *index) -> (result: ranked<any>) !pure !exact
      ($dynamicSizes) attr-dict : <SizesOfResult>()
    expand_shape(src: ranked<any>, output_shape: *index; reassociation: groups, static_output_shape: array<i64>) -> (result: ranked<any>) !pure !view
      $src $reassociation output_shape <DynamicIndexList>($output_shape, $static_output_shape) attr-dict : <Expanded>()
    extract(tensor: ranked<any>, indices: *index) -> (result: any) !pure !exact
      $tensor[$indices] attr-dict : <ReadTypes>()
      requires type of result = element type of tensor "result type matches element type of tensor"
    extract_slice(source: ranked<any>, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr) -> (result: ranked<any>) !pure !exact
      $source `` <DynamicIndexList>($offsets, $static_offsets) <DynamicIndexList>($sizes, $static_sizes) <DynamicIndexList>($strides, $static_strides) attr-dict : <Sliced>()
    from_elements(elements: *any) -> (result: static) !pure !exact
      $elements attr-dict : <ElementsOfResult>()
    gather(source: ranked<any>, indices: ranked<signless|index>; gather_dims: array<i64>, unique?: unit) -> (result: ranked<any>) !pure !exact
      $source[$indices] gather_dims($gather_dims) (unique $unique)? attr-dict : functional
    generate(dynamicExtents: *index) -> (result: ranked<any>) !pure !composed !regions(1) !single_block
      $dynamicExtents region attr-dict : <SizesOfResult>()
    insert(scalar: any, dest: ranked<any>, indices: *index) -> (result: ranked<any>) !pure !exact
      $scalar into $dest[$indices] attr-dict : <WriteTypes>()
      requires type of result, dest "result type matches type of dest"
      requires type of scalar = element type of dest "scalar type matches element type of dest"
    insert_slice(source: ranked<any>, dest: ranked<any>, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr) -> (result: ranked<any>) !pure !exact
      $source into $dest `` <DynamicIndexList>($offsets, $static_offsets) <DynamicIndexList>($sizes, $static_sizes) <DynamicIndexList>($strides, $static_strides) attr-dict : <Inserted>()
      requires type of result, dest "expected result type to match dest type"
    pad(source: ranked<any>, low: *index, high: *index; static_low: array<i64>, static_high: array<i64>, nofold?: unit, operandSegmentSizes?: attr) -> (result: ranked<any>) !pure !composed !regions(1) !single_block
      $source (nofold $nofold)? low `` <DynamicIndexList>($low, $static_low) high `` <DynamicIndexList>($high, $static_high) region attr-dict : <Sliced>()
    parallel_insert_slice(source: ranked<any>, dest: ranked<any>, offsets: *index, sizes: *index, strides: *index; static_offsets: array<i64>, static_sizes: array<i64>, static_strides: array<i64>, operandSegmentSizes?: attr)
      $source into $dest `` <DynamicIndexList>($offsets, $static_offsets) <DynamicIndexList>($sizes, $static_sizes) <DynamicIndexList>($strides, $static_strides) attr-dict : <InsertedInPlace>()
    rank(tensor: tensor<any>) -> (result: index) !pure !shape_only
      $tensor attr-dict : <RankTypes>()
    reshape(source: tensor<any>, shape: 1D<signless|index>) -> (result: tensor<any>) !pure !exact
      $source ($shape) attr-dict : functional
    scatter(source: ranked<any>, dest: ranked<any>, indices: ranked<signless|index>; scatter_dims: array<i64>, unique?: unit) -> (result: ranked<any>) !pure !exact
      $source into $dest[$indices] scatter_dims($scatter_dims) (unique $unique)? attr-dict : functional
    splat(input: any, dynamicSizes: *index) -> (aggregate: ranked<any>) !pure !exact
      $input <Sizes>($dynamicSizes) attr-dict : <ElementOfResult>()
      requires type of input = element type of aggregate "operand type matches element type of result"
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


DIALECT = Dialect(
    "tensor", OPS,
    package=__name__,
    families=("computation",),
    syntax=SYNTAX, leaves_blank=("from_elements", "generate"),
    constraints=f"{__name__}.constraints", verify=VERIFY, verify_in_context=VERIFY_IN_CONTEXT,
    result_names={
        "collapse_shape": "collapsed", "expand_shape": "expanded", "extract": "extracted", "extract_slice": "extracted_slice",
        "generate": "generated", "insert": "inserted", "insert_slice": "inserted_slice", "pad": "padded",
        **{name: name for name in ("cast", "concat", "dim", "from_elements", "gather", "rank", "reshape", "scatter", "splat")},
    },
)  # fmt: skip

"""Attributes of instructions in HLO's text, each read and written by one object: `dimensions={1,0}`, `direction=LT`, `window={size=3x3 pad=1_1x1_1}`.

Which instructions have which stands in the table of opcodes. Source: hlo_parser.cc, ParseInstructionRhs; HloInstruction::ExtraAttributesToString.
"""

from __future__ import annotations

import re

from tfir.proto import (
    ConvolutionKind,
    CustomCallApiVersion,
    CustomCallSchedule,
    FftType,
    LiteralProto,
    PaddingType,
    PrecisionConfig,
    RandomAlgorithm,
    RandomDistribution,
    TriangularSolveOptions,
    TriState,
)  # fmt: skip

from tftranslate.hlo.element_types import BY_NAME, BY_NUMBER, TUPLE
from tftranslate.hlo.text import shardings
from tftranslate.hlo.text.attribute import (
    Attribute,
    Bare,
    Computation,
    Computations,
    Field,
    FirstInteger,
    Integers,
    Number,
    OptionalIntegers,
    Real,
    Text,
    Truth,
    Word,
    braced,
)  # fmt: skip
from tftranslate.hlo.text.cursor import BRACES, quoted
from tftranslate.hlo.text.literals import literal_text, read_literal
from tftranslate.hlo.text.metadata import metadata_text, read_metadata
from tftranslate.hlo.text.origins import Origin, Statistics
from tftranslate.hlo.text.replica_groups import groups_text, read_groups
from tftranslate.hlo.text.shapes import read_shape, shape_text
from tftranslate.hlo.text.windows import ConvolutionDimensions, Window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.proto import HloInstructionProto

    from tftranslate.hlo.text.attribute import Reading, Writing
    from tftranslate.hlo.text.cursor import Cursor


class Direction(Field):
    """`LT`, a string in the message."""

    WORDS: tuple[str, ...] = ("EQ", "NE", "GE", "GT", "LE", "LT")

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        word = cursor.word()
        if word not in self.WORDS:
            raise cursor.error(f"{word} is no direction; expected {', '.join(self.WORDS)}", cursor.place - len(word))
        setattr(instruction, self.field, word)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return str(getattr(instruction, self.field))


class ComparisonType(Direction):
    """How numbers are compared, where that is not what their type says."""

    WORDS = ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        word = super().write(instruction, context)
        return None if word in ("", comparison_of(context.operand_shape(instruction, 0).element_type)) else word


def comparison_of(element_type: int) -> str:
    """How numbers of a type are compared where nothing else is said."""
    name = BY_NUMBER[element_type].name if element_type in BY_NUMBER else ""
    return "SIGNED" if re.fullmatch(r"s\d+", name) else "UNSIGNED" if re.fullmatch(r"u\d+|pred", name) else "FLOAT"


class IndexVectorDim(Attribute):
    """That of a gather or of a scatter."""

    def numbers(self, instruction: HloInstructionProto) -> Any:
        return instruction.gather_dimension_numbers if instruction.opcode == "gather" else instruction.scatter_dimension_numbers

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        self.numbers(instruction).index_vector_dim = cursor.integer()

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return str(self.numbers(instruction).index_vector_dim)


class Branches(Computations):
    """Those of a conditional whose first operand is a number."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        if is_of_two(instruction, context):
            raise cursor.error("a conditional by a truth value has a true_computation and a false_computation")
        super().read(cursor, instruction, context)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return None if is_of_two(instruction, context) else super().write(instruction, context)


class Branch(Computation):
    """One of the two of a conditional whose first operand is a truth value."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        if not is_of_two(instruction, context):
            raise cursor.error("a conditional by a number has branch_computations")
        super().read(cursor, instruction, context)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return super().write(instruction, context) if is_of_two(instruction, context) else None


def is_of_two(conditional: HloInstructionProto, context: Reading | Writing) -> bool:
    return context.operand_shape(conditional, 0).element_type == BY_NAME["pred"].number


class Lower(Truth):
    """Of a Cholesky decomposition or of a triangular system."""

    def message(self, instruction: HloInstructionProto) -> Any:
        return instruction.cholesky_options if instruction.opcode == "cholesky" else instruction.triangular_solve_options


class DotDimensions(Integers):
    """Those of a dot product, of a ragged one inside of other numbers."""

    def message(self, instruction: HloInstructionProto) -> Any:
        is_ragged = instruction.opcode == "ragged-dot"
        return instruction.ragged_dot_dimension_numbers.dot_dimension_numbers if is_ragged else instruction.dot_dimension_numbers

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        numbers = getattr(self.message(instruction), self.field)
        return braced(numbers) if numbers or "contracting" in self.field else None


class Precisions(Attribute):
    """`{highest,default}`, one for each operand."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        def one() -> int:
            word = cursor.word()
            if word.upper() not in PrecisionConfig.Precision.keys():
                raise cursor.error(f"{word} is no precision", cursor.place - len(word))
            return int(PrecisionConfig.Precision.Value(word.upper()))

        instruction.precision_config.operand_precision[:] = cursor.items(one)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        precisions = instruction.precision_config.operand_precision
        return braced([PrecisionConfig.Precision.Name(each).lower() for each in precisions]) if any(precisions) else None


class Slice(Attribute):
    """`{[0:5:2], [1:9:1]}`; strides are written where one of them is not 1."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        def one() -> None:
            cursor.expect("[")
            numbers = [cursor.integer()]
            while cursor.accept(":"):
                numbers.append(cursor.integer())
            cursor.expect("]")
            if len(numbers) not in (2, 3):
                raise cursor.error("expected [start:limit] or [start:limit:stride]")
            instruction.slice_dimensions.add(start=numbers[0], limit=numbers[1], stride=numbers[2] if len(numbers) > 2 else 1)

        cursor.items(one)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        dims = instruction.slice_dimensions
        strided = any([dim.stride != 1 for dim in dims])
        return f"{{{', '.join([f'[{dim.start}:{dim.limit}' + (f':{dim.stride}]' if strided else ']') for dim in dims])}}}"


class Padding(Attribute):
    """`1_0x0_0_2`: low, high and, where one is not 0, interior padding of each dimension."""

    PATTERN = re.compile(r"-?\d+_-?\d+(?:_-?\d+)?(?:x-?\d+_-?\d+(?:_-?\d+)?)*|(?=[,\s])")

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        text = cursor.read(self.PATTERN, "low_high padding")[0]
        instruction.padding_config.SetInParent()
        for dim in text.split("x") if text else []:
            low, high, interior = [*map(cursor.int64, dim.split("_")), 0][:3]
            instruction.padding_config.dimensions.add(edge_padding_low=low, edge_padding_high=high, interior_padding=interior)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        dims = instruction.padding_config.dimensions
        inside = any([dim.interior_padding for dim in dims])
        texts = [f"{dim.edge_padding_low}_{dim.edge_padding_high}" + (f"_{dim.interior_padding}" if inside else "") for dim in dims]
        return "x".join(texts)


class Shapes(Attribute):
    """`{f32[4]{0}, s32[]}`: the layouts that a custom call wants of its operands."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        instruction.constrain_layout = True
        instruction.operand_shapes_with_layout.extend(cursor.items(lambda: read_shape(cursor)))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        shapes = instruction.operand_shapes_with_layout
        return f"{{{', '.join([shape_text(each) for each in shapes])}}}" if instruction.constrain_layout else None


class OutfeedShape(Attribute):
    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        instruction.outfeed_shape.CopyFrom(read_shape(cursor))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return shape_text(instruction.outfeed_shape)


class Aliases(Attribute):
    """`{{0}: (1, {}), {}: (0, {2})}`: results that lie where operands did."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        def one() -> None:
            result = cursor.integers()
            cursor.expect(":")
            cursor.expect("(")
            operand = cursor.integer()
            cursor.expect(",")
            instruction.output_operand_aliasing.add(output_shape_index=result, operand_index=operand, operand_shape_index=cursor.integers())
            cursor.expect(")")

        cursor.items(one)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        texts = [
            f"{braced(each.output_shape_index)}: ({each.operand_index}, {braced(each.operand_shape_index)})"
            for each in instruction.output_operand_aliasing
        ]
        return f"{{{', '.join(texts)}}}" if texts else None


class ReplicaGroups(Attribute):
    """`{{0,1},{2,3}}`, or `[2,2]<=[4]` for numbers in rows."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        read_groups(cursor, instruction)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return groups_text(instruction)


class Pairs(Attribute):
    """`{{0,1},{1,0}}`: from where to where."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        for pair in cursor.items(cursor.integers):
            if len(pair) != 2:
                raise cursor.error("expected {source,target}")
            instruction.source_target_pairs.add(source=pair[0], target=pair[1])

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return braced([braced([each.source, each.target]) for each in instruction.source_target_pairs])


class ParameterReplication(Attribute):
    """`{true,false}`, one for each leaf of a parameter."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        instruction.parameter_replication.replicated_at_leaf_buffers[:] = cursor.items(cursor.boolean)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        flags = instruction.parameter_replication.replicated_at_leaf_buffers
        return braced([str(each).lower() for each in flags]) if flags else None


class Accuracy(Attribute):
    """`{mode=highest}`, `{tolerance={atol=0,rtol=0.5,ulps=3}}`"""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        accuracy = instruction.result_accuracy
        cursor.expect("{")
        if cursor.accept("mode="):
            word = cursor.word()
            if word.upper() not in ("DEFAULT", "HIGHEST"):
                raise cursor.error(f"{word} is no accuracy", cursor.place - len(word))
            accuracy.mode = int(word.upper() == "HIGHEST")
        else:
            cursor.expect("tolerance=")
            for name, text in [pair.split("=") for pair in cursor.balanced().split(",") if pair.count("=") == 1]:
                self.set_tolerance(cursor, accuracy.tolerance, name.strip(), text)
        cursor.expect("}")

    def set_tolerance(self, cursor: Cursor, tolerance: Any, name: str, text: str) -> None:
        try:
            setattr(tolerance, name, int(text) if name == "ulps" else float(text))
        except (ValueError, AttributeError):
            raise cursor.error(f"{name}={text} is no tolerance") from None

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        accuracy = instruction.result_accuracy
        if accuracy.HasField("tolerance"):
            tolerance = accuracy.tolerance
            return f"{{tolerance={{atol={tolerance.atol:g},rtol={tolerance.rtol:g},ulps={tolerance.ulps}}}}}"
        return "{mode=highest}" if accuracy.mode == 1 else None


class Ignored(Attribute):
    """A word that XLA reads and does not keep."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        cursor.word()

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return None


class TriTruth(Word):
    """`true`, `false`, or nothing where it is not known."""

    def __init__(self, key: str):
        super().__init__(key, key, TriState, prefix="TRI_STATE_", small=True)


class OtherSpelling(Computation):
    """Of the computation that a custom call has, which is written as the only one of several."""

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return None


class SlicesInPlace(Attribute):
    """`{{1,8},{1,8}}`, the sizes of slices that a collective permutation writes to its second operand. The message has them in one row."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        instruction.dynamic_slice_sizes[:] = [size for sizes in cursor.items(cursor.integers) for size in sizes]

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        sizes = list(instruction.dynamic_slice_sizes)
        if not sizes:
            return None
        shape = context.operand_shape(instruction, 0)
        rank = len(shape.tuple_shapes[0].dimensions if shape.tuple_shapes else shape.dimensions) or len(sizes)
        return braced([braced(sizes[at : at + rank]) for at in range(0, len(sizes), rank)])


class Literal(Attribute):
    """A constant behind its shape, as custom calls may have one: `s32[2]{0} {1, 2}`; of a tuple `( f32[] 1, s32[] 2 )`."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        instruction.literal.CopyFrom(self.read_one(cursor))

    def read_one(self, cursor: Cursor) -> LiteralProto:
        if not cursor.at("("):
            return read_literal(cursor, read_shape(cursor))
        parts = cursor.items(lambda: self.read_one(cursor), "(", ")")
        literal = LiteralProto(tuple_literals=parts)
        literal.shape.element_type = TUPLE
        literal.shape.tuple_shapes.extend([each.shape for each in parts])
        return literal

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return self.text(instruction.literal) if instruction.HasField("literal") else None

    def text(self, literal: LiteralProto) -> str:
        if literal.shape.element_type == TUPLE:
            return f"( {', '.join([self.text(each) for each in literal.tuple_literals])} )"
        return f"{shape_text(literal.shape)} {literal_text(literal)}"


class Domain(Attribute):
    """`{kind="sharding", entry={..}, exit={..}}`. What text calls the entry, the side of the users, is the exit of the message."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        for word in ('{kind="sharding"', ",", "entry="):
            cursor.expect(word)
        instruction.domain_exit_sharding.CopyFrom(shardings.read_sharding(cursor))
        cursor.expect(",")
        cursor.expect("exit=")
        instruction.domain_entry_sharding.CopyFrom(shardings.read_sharding(cursor))
        cursor.expect("}")

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        ends = [shardings.sharding_text(each) for each in (instruction.domain_exit_sharding, instruction.domain_entry_sharding)]
        return f'{{kind="sharding", entry={ends[0]}, exit={ends[1]}}}'


ORIGINAL = CustomCallApiVersion.Value("API_VERSION_ORIGINAL")  # what a custom call has whose text says nothing of it
NAMED: dict[str, Attribute] = {
    each.key: each
    for each in [
        Number("index", "tuple_index"),
        Direction("direction", "comparison_direction"),
        ComparisonType("type", "comparison_type"),
        Computation("to_apply"), Computation("calls"), Computation("body", 0), Computation("condition", 1),
        Computation("select", 0), Computation("scatter", 1), Branches("branch_computations"), Branch("true_computation", 0), Branch("false_computation", 1), Computations("called_computations"),
        *[DotDimensions(f"{side}_{short}_dims", f"{side}_{long}_dimensions")
          for side in ("lhs", "rhs") for short, long in (("contracting", "contracting"), ("batch", "batch"))],
        OptionalIntegers("lhs_ragged_dims", "ragged_dot_dimension_numbers.lhs_ragged_dimensions"),
        OptionalIntegers("rhs_group_dims", "ragged_dot_dimension_numbers.rhs_group_dimensions"),
        *[Integers(name, f"gather_dimension_numbers.{name}") for name in ("offset_dims", "collapsed_slice_dims", "start_index_map")],
        *[OptionalIntegers(name, f"gather_dimension_numbers.{name}") for name in ("operand_batching_dims", "start_indices_batching_dims")],
        *[Integers(name, f"scatter_dimension_numbers.{name}")
          for name in ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims")],
        *[OptionalIntegers(name, f"scatter_dimension_numbers.{name}") for name in ("input_batching_dims", "scatter_indices_batching_dims")],
        IndexVectorDim("index_vector_dim"),
        Integers("slice_sizes", "gather_slice_sizes"), Integers("dynamic_slice_sizes"), Integers("fft_length"),
        FirstInteger("iota_dimension", "dimensions"),
        Truth("indices_are_sorted"), Truth("unique_indices"), Truth("is_stable"), Truth("is_composite"), Truth("is_host_transfer"), Truth("use_global_device_ids"),
        Truth("constrain_layout"), Truth("custom_call_has_side_effect"), Truth("largest", default=None),
        Lower("lower"), Truth("left_side", "triangular_solve_options.left_side"),
        Truth("unit_diagonal", "triangular_solve_options.unit_diagonal"),
        Number("channel_id", default=0), Number("feature_group_count", default=1), Number("batch_group_count", default=1),
        Number("feature_index"), Number("exponent_bits"), Number("mantissa_bits"), Number("k"), Number("delta"), Number("cross_program_prefetch_index"),
        Real("epsilon"), Text("infeed_config"), Text("outfeed_config"), Text("custom_call_target"),
        Word("fft_type", "fft_type", FftType, default=-1), Word("distribution", "distribution", RandomDistribution, small=True, default=-1),
        Word("transpose_a", "triangular_solve_options.transpose_a", TriangularSolveOptions.Transpose),
        Word("api_version", "custom_call_api_version", CustomCallApiVersion, default=ORIGINAL), Word("schedule", "custom_call_schedule", CustomCallSchedule),
        Word("padding_type", "padding_type", PaddingType),
        Word("algorithm", "precision_config.algorithm", PrecisionConfig.Algorithm, prefix="ALG_", small=True),
        Word("conv_kind", "conv_kind", ConvolutionKind, prefix="CONVOLUTION_KIND_", small=True), Ignored("mode"),
        Number("num_carries", default=0), Truth("is_reverse"), TriTruth("is_associative"),
        Precisions("operand_precision"), Literal("literal"), FirstInteger("inferred_dimension", "dimensions"), Slice("slice"), Padding("padding"), Shapes("operand_layout_constraints"), OutfeedShape("outfeed_shape"),
        Aliases("output_to_operand_aliasing"), ReplicaGroups("replica_groups"), Pairs("source_target_pairs"),
        ParameterReplication("parameter_replication"), Accuracy("result_accuracy"), Domain("domain"), Window("window"),
        ConvolutionDimensions("dim_labels"), Bare("kind", "fusion_kind"), Integers("dimensions"),
    ]
}  # fmt: skip
NAMED["to_apply_too"] = OtherSpelling("to_apply")
NAMED["split_dimension"] = OptionalIntegers("dimensions")
NAMED["slices_in_place"] = SlicesInPlace("slice_sizes")
NAMED["algorithm_of_numbers"] = Word("algorithm", "rng_algorithm", RandomAlgorithm, small=True, default=-1)


class Metadata(Attribute):
    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        instruction.metadata.CopyFrom(read_metadata(cursor))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        text = metadata_text(instruction.metadata)
        return f"{{{text}}}" if text else None


class Sharding(Attribute):
    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        instruction.sharding.CopyFrom(shardings.read_sharding(cursor))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return shardings.sharding_text(instruction.sharding) if instruction.HasField("sharding") else None


class FrontendAttributes(Attribute):
    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        read_frontend(cursor, instruction.frontend_attributes)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        return frontend_text(instruction.frontend_attributes) if instruction.frontend_attributes.map else None


def read_frontend(cursor: Cursor, attributes: Any) -> None:
    """`{a="b",c={"x":1}}`: strings, or JSON as it stands."""

    def one() -> None:
        name = cursor.read(FRONTEND_NAME, "a name")[0]
        cursor.expect("=")
        attributes.map[name] = f"{{{cursor.balanced()}}}" if cursor.at("{") else cursor.string()

    cursor.items(one)


FRONTEND_NAME = re.compile(r"[\w.\-:/]+")


def frontend_text(attributes: Any) -> str:
    return braced([f"{name}={text if is_braced(text) else quoted(text)}" for name, text in sorted(attributes.map.items())])


def is_braced(text: str) -> bool:
    """Whether a text stands in braces, JSON among it, which XLA writes without quotes."""
    depth = 0
    for match in BRACES.finditer(text):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return text[0] == "{" and match.end() == len(text)
    return False


class ControlPredecessors(Attribute):
    """Instructions that must have run before."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        cursor.items(lambda: context.refer_to_instruction(cursor, instruction))

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        names = [context.instruction_name(id) for id in instruction.control_predecessor_ids]
        return f"{{{', '.join(names)}}}" if names else None


class BackendConfig(Attribute):
    """A string, or JSON as it stands."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        is_braced = cursor.at("{")
        instruction.backend_config = f"{{{cursor.balanced()}}}".encode("utf-8", "surrogateescape") if is_braced else cursor.string_bytes()

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        text = instruction.backend_config.decode("utf-8", "surrogateescape")
        return (text if is_braced(text) else quoted(text)) if text else None


# Those that every instruction may have, in the order in which they are written.
COMMON: dict[str, Attribute] = {
    each.key: each
    for each in [
        Sharding("sharding"), FrontendAttributes("frontend_attributes"), ControlPredecessors("control-predecessors"), Metadata("metadata"),
        BackendConfig("backend_config"), Statistics("statistics"), Origin("origin"), Text("async_execution_thread"),
    ]
}  # fmt: skip

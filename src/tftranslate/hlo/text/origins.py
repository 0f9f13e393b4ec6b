"""What HLO's text says of how XLA came to an instruction: `origin={("x", {"t" {1}})}`, the values of the program before optimisation that the
leaves of its shape are, and `statistics={visualizing_index=0,flops=12}`.

Source: OriginalValueProto and StatisticsViz in xla_data.proto; hlo_parser.cc, ParseOriginalValue and ParseStatisticsViz.
"""

from __future__ import annotations

from itertools import count

from tftranslate.hlo.element_types import TUPLE
from tftranslate.hlo.text.attribute import Attribute, braced
from tftranslate.hlo.text.cursor import NUMBER, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.proto import HloInstructionProto, OriginalValueProto, ShapeProto

    from tftranslate.hlo.text.attribute import Reading, Writing
    from tftranslate.hlo.text.cursor import Cursor

SYNTHETIC = "[synthetic_call]"  # of a call that XLA has made, where there was none
INDEX = "visualizing_index"


class Origin(Attribute):
    """A tree of parentheses as the shape is one of tuples; in braces at each leaf the name of an instruction, and where in its shape the value
    stood, nothing where no value did."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        origin = instruction.original_value
        origin.SetInParent()
        cursor.expect("{")
        if cursor.accept(SYNTHETIC):
            origin.is_synthetic_call = True
        else:
            self.read_tree(cursor, origin, [])
        cursor.expect("}")

    def read_tree(self, cursor: Cursor, origin: OriginalValueProto, path: list[int]) -> None:
        if cursor.at("("):
            places = count()
            cursor.items(lambda: self.read_tree(cursor, origin, [*path, next(places)]), "(", ")")
            return
        cursor.expect("{")
        element = origin.elements.add(shape_index=path)
        if not cursor.at("}"):
            element.original_array.instruction_name = cursor.string()
            if cursor.at("{"):
                element.original_array.shape_index[:] = cursor.integers()
        cursor.expect("}")

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        origin = instruction.original_value
        if not instruction.HasField("original_value"):
            return None
        if origin.is_synthetic_call:
            return f"{{{SYNTHETIC}}}"
        leaves = {tuple(each.shape_index): leaf_text(each.original_array) for each in origin.elements}
        return f"{{{self.tree_text(instruction.shape, leaves, ())}}}"

    def tree_text(self, shape: ShapeProto, leaves: dict[tuple[int, ...], str], path: tuple[int, ...]) -> str:
        if shape.element_type != TUPLE:
            return leaves.get(path, "{}")
        return f"({', '.join([self.tree_text(part, leaves, (*path, at)) for at, part in enumerate(shape.tuple_shapes)])})"


def leaf_text(array) -> str:
    if not array.instruction_name:
        return "{}"
    place = f" {braced(array.shape_index)}" if array.shape_index else ""
    return f"{{{quoted(array.instruction_name)}{place}}}"


def read_statistic(cursor: Cursor) -> tuple[str, float]:
    name = cursor.word()
    cursor.expect("=")
    return name, float(cursor.read(NUMBER, "a number")[0].partition("(")[0])


class Statistics(Attribute):
    """Numbers with names, and which of them is shown."""

    def read(self, cursor: Cursor, instruction: HloInstructionProto, context: Reading) -> None:
        statistics = instruction.statistics_viz
        statistics.SetInParent()
        for place, (name, number) in enumerate(cursor.items(lambda: read_statistic(cursor))):
            if not place:
                if name != INDEX or not -(2**63) <= number < 2**63:
                    raise cursor.error(f"statistics begin with {INDEX}")
                statistics.stat_index_to_visualize = int(number)
            else:
                statistics.statistics.add(stat_name=name, stat_val=number)

    def write(self, instruction: HloInstructionProto, context: Writing) -> str | None:
        statistics = instruction.statistics_viz
        if not statistics.statistics:
            return None
        pairs = [f"{each.stat_name}={each.stat_val:g}" for each in statistics.statistics]
        return braced([f"{INDEX}={statistics.stat_index_to_visualize}", *pairs])

"""Shapes in HLO's text: `f32[2,<=3]{1,0:T(8,128)}`, `(s32[], token[])`, `(f32[4])->f32[]`.

Source: Shape in xla_data.proto, xla/layout.cc.
"""

from __future__ import annotations

import re

from tfir.ir.diagnostics import Error
from tfir.proto import ProgramShapeProto, ShapeProto

from tftranslate.hlo import element_types
from tftranslate.hlo.element_types import BUFFER, BY_NAME, BY_NUMBER, TUPLE, WITHOUT_ELEMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tftranslate.hlo.text.cursor import Cursor

UNBOUNDED = -(2**63)  # the size of a dimension of which nothing is known
ELEMENTS_PER_COMMENT = 5  # of a tuple: XLA writes `/*index=5*/` in front of every fifth
BEGINS = re.compile(r"\(|b\(|[a-z]\w*\s*\[")
ELEMENT = re.compile(r"[a-z]\w*(?=\s*\[)")
LAYOUT_BEGINS = re.compile(r"\{(?=\s*(?:\}|\d+\s*[,}:]|:))")
LAYOUT_APART = re.compile(r"\{\s*\d+\s*[,}:]")  # behind a blank; what is in braces may also be a computation then
LEVELS = {"D": 0, "C": 1, "S": 2, "H": 3}
LEVEL = re.compile(r"([DCSH])(\+?)(~?)")
COMBINED = -(2**63)  # a size of a tile that says: this dimension goes into the next one


def at_shape(cursor: Cursor) -> bool:
    return cursor.sees(BEGINS)


def read_shape(cursor: Cursor) -> ShapeProto:
    """The shape of a tuple, an array, or a buffer that holds one; where no layout is written, row-major order."""
    shape = ShapeProto()
    if cursor.accept("b("):
        shape.element_type = BUFFER
        shape.tuple_shapes.append(read_shape(cursor))
        cursor.expect(")")
        return shape
    if cursor.at("("):
        shape.element_type = TUPLE
        shape.tuple_shapes.extend(cursor.items(lambda: read_shape(cursor), "(", ")"))
        return shape
    name = cursor.read(ELEMENT, "a shape")[0]
    if name not in BY_NAME and name not in WITHOUT_ELEMENTS:
        raise cursor.error(f"{name} is no type of elements", cursor.place - len(name))
    shape.element_type = WITHOUT_ELEMENTS[name] if name in WITHOUT_ELEMENTS else BY_NAME[name].number
    for size, is_dynamic in cursor.items(lambda: _size(cursor), "[", "]"):
        shape.dimensions.append(size)
        shape.is_dynamic_dimension.append(is_dynamic)
    if name in BY_NAME:
        shape.layout.tail_padding_alignment_in_elements = 1
        shape.layout.minor_to_major.extend(reversed(range(len(shape.dimensions))))
        if LAYOUT_BEGINS.match(cursor.text, cursor.place) or cursor.sees(LAYOUT_APART):
            _read_layout(cursor, shape)
    return shape


def _size(cursor: Cursor) -> tuple[int, bool]:
    if cursor.accept("?"):
        return UNBOUNDED, True
    is_bound = cursor.accept("<=")
    return cursor.integer(), is_bound


def _read_layout(cursor: Cursor, shape: ShapeProto) -> None:
    """`{1,0:T(8,128)(2,1)L(16)E(4)S(1)}`: the order of dimensions, and how they lie in memory."""
    start, layout = cursor.place, shape.layout
    cursor.expect("{")
    order: list[int] = []
    while not cursor.at(":") and not cursor.at("}"):
        if order:
            cursor.expect(",")
        order.append(cursor.integer())
    if sorted(order) != list(range(len(shape.dimensions))):
        raise cursor.error(f"a layout of {len(shape.dimensions)} dimensions names each of them once", start)
    layout.minor_to_major[:] = order
    if cursor.accept(":"):
        while not cursor.at("}"):
            _read_part(cursor, layout)
    if layout.HasField("physical_shape") and not any(layout.dim_level_types):
        raise cursor.error("a layout has a physical shape where the array is sparse", start)
    cursor.expect("}")


def _read_part(cursor: Cursor, layout) -> None:
    """One part of what stands behind the order of dimensions: a letter, and numbers or a shape in parentheses."""
    word = cursor.read(re.compile(r"SC|[TELSDMP#*]"), "a part of a layout")[0]
    if word == "D":
        _read_levels(cursor, layout)
    elif word == "T":
        while cursor.at("("):
            layout.tiles.add().dimensions.extend(cursor.items(lambda: COMBINED if cursor.accept("*") else cursor.integer(), "(", ")"))
    elif word == "SC":
        while cursor.at("("):
            cursor.expect("(")
            split = layout.split_configs.add(dimension=cursor.integer())
            cursor.expect(":")
            split.split_indices.append(cursor.integer())
            while cursor.accept(","):
                split.split_indices.append(cursor.integer())
            cursor.expect(")")
    elif word in NUMBER_PARTS:
        cursor.expect("(")
        setattr(layout, NUMBER_PARTS[word], cursor.integer())
        cursor.expect(")")
    elif word == "P":
        cursor.expect("(")
        layout.physical_shape.CopyFrom(read_shape(cursor))
        cursor.expect(")")
    else:
        cursor.expect("(")
        name = cursor.word()
        if name not in BY_NAME:
            raise cursor.error(f"{name} is no type of elements")
        setattr(layout, TYPE_PARTS[word], BY_NAME[name].number)
        cursor.expect(")")


def _read_levels(cursor: Cursor, layout) -> None:
    """`(D,C+,S~)`: how the dimensions of a sparse array are kept; `+` where indices may come twice, `~` where they are in no order."""
    levels = cursor.items(lambda: cursor.read(LEVEL, "a kind of level").groups(), "(", ")")
    layout.dim_level_types.extend([LEVELS[letter] for letter, _, _ in levels])
    if any([repeated for _, repeated, _ in levels]):
        layout.dim_unique.extend([not repeated for _, repeated, _ in levels])
    if any([unordered for _, _, unordered in levels]):
        layout.dim_ordered.extend([not unordered for _, _, unordered in levels])


NUMBER_PARTS = {
    "L": "tail_padding_alignment_in_elements",
    "E": "element_size_in_bits",
    "S": "memory_space",
    "M": "dynamic_shape_metadata_prefix_bytes",
}
TYPE_PARTS = {"#": "index_primitive_type", "*": "pointer_primitive_type"}


def read_program_shape(cursor: Cursor) -> ProgramShapeProto:
    """`(f32[4]{0}, s32[])->f32[4]{0}`, as the layout of an entry computation has it."""
    shape = ProgramShapeProto()
    shape.parameters.extend(cursor.items(lambda: read_shape(cursor), "(", ")"))
    cursor.expect("->")
    shape.result.CopyFrom(read_shape(cursor))
    return shape


def shape_text(shape: ShapeProto, with_layout: bool = True) -> str:
    if shape.element_type == TUPLE:
        return f"({listed([shape_text(each, with_layout) for each in shape.tuple_shapes])})"
    if shape.element_type == BUFFER:
        return f"b({listed([shape_text(each, with_layout) for each in shape.tuple_shapes])})"
    name = type_name(shape.element_type)
    dynamic = [*shape.is_dynamic_dimension, *[False] * len(shape.dimensions)]
    sizes = [_size_text(size, is_dynamic) for size, is_dynamic in zip(shape.dimensions, dynamic)]
    layout = _layout_text(shape) if with_layout and shape.element_type in element_types.BY_NUMBER else ""
    return f"{name}[{','.join(sizes)}]{layout}"


def type_name(number: int) -> str:
    """What XLA calls a type of elements. Raises Error for a number that none has."""
    names = {number: name for name, number in WITHOUT_ELEMENTS.items()}
    if number not in names and number not in BY_NUMBER:
        raise Error(f"no type of elements has the number {number}")
    return names.get(number) or BY_NUMBER[number].name


def listed(parts: list[str]) -> str:
    """Elements of a tuple, or operands, with XLA's comments that count them."""
    marked = [f"/*index={place}*/{part}" if place and place % ELEMENTS_PER_COMMENT == 0 else part for place, part in enumerate(parts)]
    return ", ".join(marked)


def _size_text(size: int, is_dynamic: bool) -> str:
    if size == UNBOUNDED:
        return "?"
    return f"<={size}" if is_dynamic else str(size)


def _layout_text(shape: ShapeProto) -> str:
    layout = shape.layout
    parts = "".join(_parts(layout))
    if not parts and not (layout.minor_to_major and shape.dimensions):
        return ""
    return f"{{{','.join(map(str, layout.minor_to_major))}{':' if parts else ''}{parts}}}"


def _parts(layout) -> list[str]:
    letters = {number: letter for letter, number in LEVELS.items()}
    parts = []
    if any(layout.dim_level_types):
        marks = [["" if is_so else mark for is_so in flags] for mark, flags in (("+", layout.dim_unique), ("~", layout.dim_ordered))]
        levels = [[letters.get(level, "?") for level in layout.dim_level_types], *[each for each in marks if each]]
        parts.append(f"D({','.join(map(''.join, zip(*levels)))})")
    if layout.tiles:
        tiles = [",".join(["*" if size == COMBINED else str(size) for size in tile.dimensions]) for tile in layout.tiles]
        parts.append("T" + "".join([f"({tile})" for tile in tiles]))
    if layout.tail_padding_alignment_in_elements not in (0, 1):
        parts.append(f"L({layout.tail_padding_alignment_in_elements})")
    parts += [f"{letter}({type_name(getattr(layout, field))})" for letter, field in TYPE_PARTS.items() if getattr(layout, field)]
    parts += [f"{letter}({getattr(layout, NUMBER_PARTS[letter])})" for letter in "ES" if getattr(layout, NUMBER_PARTS[letter])]
    if layout.split_configs:
        splits = [f"({split.dimension}:{','.join(map(str, split.split_indices))})" for split in layout.split_configs]
        parts.append("SC" + "".join(splits))
    if layout.HasField("physical_shape"):
        parts.append(f"P({shape_text(layout.physical_shape)})")
    return parts + ([f"M({layout.dynamic_shape_metadata_prefix_bytes})"] if layout.dynamic_shape_metadata_prefix_bytes else [])


def program_shape_text(shape: ProgramShapeProto) -> str:
    """The layout of an entry computation."""
    return f"({listed([shape_text(each) for each in shape.parameters])})->{shape_text(shape.result)}"

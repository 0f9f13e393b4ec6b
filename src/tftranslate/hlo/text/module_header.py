"""The first line of HLO's text, `HloModule jit_f, entry_computation_layout={(f32[2]{0})->f32[2]{0}}, is_scheduled=true`, and the tables of
places in source files behind it.

Source: hlo_parser.cc, ParseHloModule; HloModule::Print.
"""

from __future__ import annotations

import re

from tfir.proto import Kind

from tftranslate.hlo.text.attribute import braced
from tftranslate.hlo.text.attributes import frontend_text, read_frontend
from tftranslate.hlo.text.cursor import quoted
from tftranslate.hlo.text.shapes import program_shape_text, read_program_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.proto import HloModuleProto

    from tftranslate.hlo.text.cursor import Cursor

Settings = dict[str, str]  # of a header: those that a module's message has no field for, as they are written
ALIAS = {"may-alias": "MAY_ALIAS", "must-alias": "MUST_ALIAS"}
SETTING = re.compile(r"[^,\s{}]+")
TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
LOCATION = ("file_name_id", "function_name_id", "line", "end_line", "column", "end_column")
FRAME = ("file_location_id", "parent_frame_id")


def read_header(cursor: Cursor, module: HloModuleProto, settings: Settings) -> None:
    cursor.expect("HloModule")
    module.name = cursor.name()
    cursor.accept(":")
    while cursor.accept(","):
        key = cursor.word()
        cursor.expect("=")
        if key == "entry_computation_layout":
            cursor.expect("{")
            module.host_program_shape.CopyFrom(read_program_shape(cursor))
            cursor.expect("}")
        elif key == "input_output_alias":
            _read_aliases(cursor, module)
        elif key == "buffer_donor":
            _read_donors(cursor, module)
        elif key == "frontend_attributes":
            read_frontend(cursor, module.frontend_attributes)
        elif key == "is_scheduled":
            settings[key] = str(cursor.boolean()).lower()
        elif cursor.at("{"):
            settings[key] = f"{{{cursor.balanced()}}}"
        else:
            settings[key] = cursor.read(SETTING, f"the value of {key}")[0]


def _read_aliases(cursor: Cursor, module: HloModuleProto) -> None:
    """`{ {0}: (0, {}, may-alias), {1}: (2, {1}) }`"""

    def one() -> None:
        entry = module.input_output_alias.entries.add(output_shape_index=cursor.integers(), kind=Kind.Value("MAY_ALIAS"))
        cursor.expect(":")
        cursor.expect("(")
        entry.parameter_number = cursor.integer()
        cursor.expect(",")
        entry.parameter_shape_index[:] = cursor.integers()
        if cursor.accept(","):
            word = cursor.word()
            if word not in ALIAS:
                raise cursor.error(f"expected {' or '.join(ALIAS)}")
            entry.kind = Kind.Value(ALIAS[word])
        cursor.expect(")")

    cursor.items(one)


def _read_donors(cursor: Cursor, module: HloModuleProto) -> None:
    """`{ (0, {}), (1, {2}) }`"""

    def one() -> None:
        cursor.expect("(")
        number = cursor.integer()
        cursor.expect(",")
        module.buffer_donor.entries.add(parameter_number=number, parameter_shape_index=cursor.integers())
        cursor.expect(")")

    cursor.items(one)


def read_stack_frames(cursor: Cursor, module: HloModuleProto) -> None:
    """Tables whose rows are numbered from 1 on: names of files and functions, places, and calls."""
    index = module.stack_frame_index
    while (table := next((name for name in TABLES if cursor.at(name)), None)) is not None:
        cursor.expect(table)
        while cursor.matched(re.compile(r"\d+(?=\s)")) is not None:
            if table in ("FileNames", "FunctionNames"):
                (index.file_names if table == "FileNames" else index.function_names).append(cursor.string())
            elif table == "FileLocations":
                index.file_locations.add(**_numbers(cursor, LOCATION))
            else:
                index.stack_frames.add(**_numbers(cursor, FRAME))


def _numbers(cursor: Cursor, names: tuple[str, ...]) -> dict[str, int]:
    numbers = {}
    cursor.expect("{")
    while not cursor.accept("}"):
        start, name = cursor.place, cursor.word()
        cursor.expect("=")
        numbers[name] = cursor.integer()
        if name not in names or not 0 <= numbers[name] < 2**31:
            raise cursor.error(f"expected one of {', '.join(names)}", start)
    return numbers


def header_text(module: HloModuleProto, settings: Settings) -> str:
    parts = [f"HloModule {module.name}"]
    if module.HasField("schedule"):
        parts.append("is_scheduled=true")
    entries = module.input_output_alias.entries
    if entries:
        kinds = {Kind.Value(word): name for name, word in ALIAS.items()}
        texts = [
            f"{braced_spaced(each.output_shape_index)}: ({each.parameter_number}, {braced_spaced(each.parameter_shape_index)}, {kinds.get(each.kind, 'may-alias')})"
            for each in entries
        ]
        parts.append(f"input_output_alias={{ {', '.join(texts)} }}")
    if module.buffer_donor.entries:
        donors = [f"({each.parameter_number}, {braced(each.parameter_shape_index)})" for each in module.buffer_donor.entries]
        parts.append(f"buffer_donor={{ {', '.join(donors)} }}")
    parts.append(f"entry_computation_layout={{{program_shape_text(module.host_program_shape)}}}")
    parts += [f"{key}={value}" + ("\n" if key == "origin_recovery_table" else "") for key, value in settings.items()]
    if module.frontend_attributes.map:
        parts.append(f"frontend_attributes={frontend_text(module.frontend_attributes)}")
    return ", ".join(parts)


def braced_spaced(numbers) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def stack_frames_text(module: HloModuleProto) -> str:
    index = module.stack_frame_index
    tables = [
        ("FileNames", [quoted(each) for each in index.file_names]),
        ("FunctionNames", [quoted(each) for each in index.function_names]),
        ("FileLocations", [_row(each, LOCATION) for each in index.file_locations]),
        ("StackFrames", [_row(each, FRAME) for each in index.stack_frames]),
    ]
    if not any([rows for _, rows in tables]):
        return ""
    return "\n".join([f"{name}\n" + "".join([f"{at} {row}\n" for at, row in enumerate(rows, 1)]) for name, rows in tables]) + "\n"


def _row(message, names: tuple[str, ...]) -> str:
    return f"{{{' '.join([f'{name}={getattr(message, name)}' for name in names])}}}"

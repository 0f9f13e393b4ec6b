#!/usr/bin/env python3
"""Damages HLO's texts and messages, and reads, imports, writes and prints what comes of it: only errors may come of it, no crash, no hang, and no more
memory than a small multiple of the file.

    tools/fuzz_hlo.py [--count=N] [--seed=N] [--only=N]

Programs are those of the tests. Of texts words are left out, exchanged and put in, and bytes are changed; of messages bytes, and fields at any
depth. The seed and the number of an attempt give it again: --only=N.
"""

import importlib.util
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support"), str(ROOT / "tools")]

from damage import damaged  # noqa: E402
from fuzzing import attempts  # noqa: E402
from tfir.dialects import verify  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402

from tftranslate.hlo.export_module import export_module  # noqa: E402
from tftranslate.hlo.import_module import import_module  # noqa: E402
from tftranslate.hlo.proto_files import module_of  # noqa: E402
from tftranslate.hlo.text.reader import read_module  # noqa: E402
from tftranslate.hlo.text.writer import module_text  # noqa: E402

TESTS = ROOT / "test/unit/tftranslate/hlo"
WORDS = re.compile(r"\s+|[\w.\-]+|[^\s\w]")
NUMBERS = [0, 1, -1, 2, 7, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63)]
ODD = """0 -1 1e400 nan(0x1) 99999999999999999999 f32[2,3]{1,0} f32[<=4,?] s4[8]{0:E(4)} (f32[],token[]) {} {...} { } ( ) [ ] , = : -> <= ROOT ENTRY
 parameter(0) tuple() after-all() negate add dot convolution while conditional fusion custom-call async-start negate-done dimensions={0}
 to_apply=sum calls=twice window={size=2x2} sharding={replicated} metadata={op_name="x"} /* */ // "text" true inf""".split()


def programs() -> list[str]:
    path = TESTS / "test_parser_by_name.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    cases = [case.rpartition(" : ") for case in tests.PRINTED.values()]
    hand = [text for text, _ in tests.WRITTEN.values()]
    return [
        (TESTS / "printed_by_xla.hlo").read_text(),
        *[tests.program(text) for text in [*[f"ROOT r = {shape} {right}" for right, _, shape in cases], *hand]],
    ]


def changed_text(text: str, source: random.Random) -> str:
    if source.randrange(4) == 0:
        return damaged(text.encode(), source).decode("utf-8", "surrogateescape")
    words = WORDS.findall(text)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(words))
        words[at : at + 1] = source.choice([[], [source.choice(words)], [words[at], source.choice(words)], [source.choice(ODD)]])
    return "".join(words)


def change_field(message, source: random.Random) -> None:
    """Changes something somewhere in a message: a number, a text, how often a field comes."""
    fields = message.ListFields()
    if not fields:
        return
    field, value = source.choice(fields)
    is_map = field.message_type is not None and field.message_type.GetOptions().map_entry
    if is_map or source.random() < 0.05:
        message.ClearField(field.name)
    elif field.is_repeated:
        change_repeated(field, value, source)
    elif field.message_type is not None:
        change_field(value, source)
    else:
        setattr(message, field.name, changed_value(field, value, source))


def change_repeated(field, values, source: random.Random) -> None:
    at = source.randrange(len(values))
    if source.random() < 0.3:
        del values[at]
    elif field.message_type is not None:
        change_field(values[at], source)
    else:
        values[at] = changed_value(field, values[at], source)


def changed_value(field, value, source: random.Random):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        numbers = [number for number in [*NUMBERS, value + 1, value - 1] if fits(field, number)]
        return source.choice(numbers)
    if isinstance(value, float):
        return source.choice([0.0, -1.5, float("nan"), float("inf")])
    return damaged(value, source) if isinstance(value, bytes) else source.choice(["", "x", "tuple", value[::-1]])


def fits(field, number: int) -> bool:
    if field.enum_type is not None:
        return 0 <= number < 64
    is_signed, is_wide = (
        field.cpp_type in (field.CPPTYPE_INT32, field.CPPTYPE_INT64),
        field.cpp_type in (field.CPPTYPE_INT64, field.CPPTYPE_UINT64),
    )
    width = 64 if is_wide else 32
    return -(1 << width - 1) <= number < 1 << width - 1 if is_signed else 0 <= number < 1 << width


def read_text(text: str) -> None:
    """A text that can be read is one that can be written, and comes back; what has no counterpart in IR is told without a place in the text."""
    module, settings = read_module(Source("a.hlo", text))
    again = "".join(module_text(module, settings))
    assert "".join(module_text(*read_module(Source("b.hlo", again)))) == again, "the text is another one each time"
    with_error(lambda: convert(module))


def read_message(data: bytes) -> None:
    module = module_of(data, "a.pb")
    convert(module)
    "".join(module_text(module, {}))


def convert(proto) -> None:
    module = import_module(proto)
    verify(module)
    export_module(module)


def with_error(act) -> None:
    try:
        act()
    except Error:
        pass


def main() -> int:
    texts = programs()
    modules = [read_module(Source("a.hlo", text))[0] for text in texts]

    def attempt(number: int, source: random.Random):
        if number % 2:
            return read_text, changed_text(source.choice(texts), source)
        module = type(modules[0])()
        module.CopyFrom(source.choice(modules))
        if source.random() < 0.3:
            return read_message, damaged(module.SerializeToString(), source)
        for _ in range(source.choice([1, 1, 2, 4])):
            change_field(module, source)
        return read_message, module.SerializeToString()

    return attempts(attempt)


if __name__ == "__main__":
    sys.exit(main())

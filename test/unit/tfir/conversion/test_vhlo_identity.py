"""Programs of the lit tests go through portable artifacts, and through bytecode of their own dialects, and are what they were."""

import re
from pathlib import Path

import pytest
from tfir.bytecode.reader import read_bytecode
from tfir.bytecode.source import parse_source, source_of
from tfir.bytecode.writer import write_bytecode
from tfir.conversion.vhlo.artifact import deserialize, serialize
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error, Listening
from tfir.text.printer import print_operation

LIT = Path(__file__).parents[3] / "lit"
FILES = sorted(
    path
    for path in LIT.rglob("*.mlir")
    if "Output" not in path.parts and re.search(r"stablehlo\.|chlo\.", path.read_text(errors="replace"))
)
SHARE = 0.5  # of the programs at least, which have an artifact: others have errors on purpose, or ops of other dialects
SAME = 0.95  # of these at least come back as the same text


def programs(path: Path):
    """The programs in a file that are one."""
    for part in re.split(r"^// -----.*$", path.read_text(errors="replace"), flags=re.MULTILINE):
        try:
            with Listening():
                module = parse_source(source_of("-", part))
                verify(module)
        except Error:
            continue
        yield module


def artifact(module) -> bytes | None:
    try:
        return b"".join(serialize(module))
    except Error as error:
        assert re.search("explicitly marked illegal|unresolved materialization", error.diagnostics[0].message)
        return None


@pytest.fixture(scope="module")
def every():
    return [(path.name, module) for path in FILES for module in programs(path)]


def test_bytecode_is_the_program(every):
    assert len(every) > 150
    for name, module in every:
        try:
            data = b"".join(write_bytecode(module, lookup))
        except Error as error:
            assert "lacks" in error.diagnostics[0].message
            continue
        again = read_bytecode(data, name, lookup, dialect)
        assert print_operation(again, lookup) == print_operation(module, lookup), name


def test_artifacts_are_the_program(every):
    """But for defaults: what StableHLO need not say is not said by what comes back. Its artifact is the same."""
    count = same = 0
    for name, module in every:
        data = artifact(module.clone())
        if data is not None:
            again = read_bytecode(data, name, lookup, dialect)
            deserialize(again)
            verify(again)
            count, same = count + 1, same + (print_operation(again, lookup) == print_operation(module, lookup))
            assert artifact(again) == data, name
    assert count > SHARE * len(every) and same > SAME * count

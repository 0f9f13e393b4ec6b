"""Damaged bytecode ends in an error that says where, or in a program that verifies; in nothing else."""

import random

import pytest
from damage import damaged
from portable_artifacts import ARTIFACTS
from tfir.bytecode.reader import read_bytecode
from tfir.bytecode.source import parse_source, source_of
from tfir.bytecode.stream import svarint
from tfir.bytecode.writer import write_bytecode
from tfir.conversion.vhlo.artifact import deserialize
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.text.printer import print_operation


@pytest.mark.parametrize("seed", range(4))
def test_only_errors_come_of_damage(seed):
    chance = random.Random(seed)
    for _ in range(100):
        data = damaged(chance.choice(ARTIFACTS)[3], chance)
        try:
            module = read_bytecode(data, "file", lookup, dialect)
            verify(module)
            deserialize(module)
            verify(module)
            print_operation(module, lookup)
        except Error as error:
            assert error.diagnostics[0].render()


def test_sizes_are_not_negative():
    module = parse_source(source_of("-", "func.func private @f(tensor<1000003x?xf32>)"))
    data = b"".join(write_bytecode(module, lookup))
    assert data.count(svarint(1000003)) == 1
    with pytest.raises(Error, match="a size of -1000003"):
        print_operation(read_bytecode(data.replace(svarint(1000003), svarint(-1000003)), "file", lookup, dialect), lookup)


DATA = ARTIFACTS[-1][3]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"MLIR", "file: byte 0: expected MLIR bytecode to begin with 'ML\\xefR'"),
        (DATA[:4], "file: byte 4: the data ends early"),
        (DATA[:4] + b"\x0f" + DATA[5:], "file: byte 4: bytecode version 7 is newer than the current version 6"),
        (DATA[:60], "file: byte 37: the attribute and type offset section has 28 bytes, and there are 21"),
        (DATA + b"\x13", "file: byte 281: invalid section ID: 19"),
    ],
)
def test_errors_say_the_byte(data, message):
    with pytest.raises(Error) as error:
        read_bytecode(data, "file", lookup, dialect)
    assert error.value.diagnostics[0].message == message


def test_every_end_of_a_file_is_missed():
    for end in range(len(DATA)):
        with pytest.raises(Error):
            read_bytecode(DATA[:end], "file", lookup, dialect)

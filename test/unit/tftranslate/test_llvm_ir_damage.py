"""Damaged LLVM IR ends in errors: words that are left out, put in and exchanged at random."""

import pathlib
import random
import re

import pytest
from tfir.dialects import verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

from tftranslate.llvm_ir.module_import import import_module

TEXTS = pathlib.Path(__file__).parents[2] / "lit" / "tftranslate" / "llvmir_to_mlir"
WORDS = re.compile(r"\s+|[^\s\w]|\w+")
ODD = ["0", "-1", "i32", "ptr", "null", "zeroinitializer", "!0", "%0", "@f", "{", "}", "<4 x i32>", "9" * 20, "metadata", "="]


def damaged(words: list[str], source: random.Random) -> str:
    words = list(words)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(words))
        words[at : at + 1] = source.choice([[], [source.choice(words)], [words[at], source.choice(words)], [source.choice(ODD)]])
    return "".join(words)


@pytest.mark.parametrize("name", ["attributes", "constants", "debug_info", "globals", "instructions", "intrinsics"])
def test_damage_ends_in_errors(name):
    text = (TEXTS / f"{name}.ll").read_text()
    words = WORDS.findall("\n".join([line for line in text.split("\n") if not line.startswith("; ")]))
    source, refused = random.Random(name), 0
    for _ in range(60):
        try:
            verify(import_module(Source("damaged.ll", damaged(words, source))))
        except Error:
            refused += 1
    assert refused > 30

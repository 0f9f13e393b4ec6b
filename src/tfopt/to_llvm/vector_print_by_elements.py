"""Prints the elements of vectors one by one, which is what MLIR's runner library has functions for.

    before:  vector.print %v : vector<2xf32>
    after:   vector.print punctuation <open>; its elements, vector.print punctuation <comma> between them; vector.print punctuation <close>; vector.print

Upstream's convert-vector-to-scf does it by loops. Vectors of unknown length stay.
"""

from __future__ import annotations

from tfir.dialects.vector.assembly import PUNCTUATIONS
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, VectorType

WORKS_ON = ("vector",)
TITLE = "Print vectors by their elements"


def vector_print_by_elements(root: Operation) -> None:
    for op in [op for op in root.walk() if op.name == "vector.print" and op.operands]:
        type = op.operands[0].type
        if isinstance(type, VectorType) and not any(type.scalable):
            build = Builder.before(op)
            print_elements(build, op.operands[0], type.shape or (1,), [])
            build.create("vector.print", [], [], {"punctuation": op.attributes["punctuation"]})
            op.erase()


def print_elements(build: Builder, vector: Value, shape: tuple[int, ...], place: list[int]) -> None:
    if not shape:
        rank = len(vector.type.shape)
        position = DenseArrayAttr(place[:rank], I64)  # a vector without dimensions has one element
        element = build.value("vector.extract", [vector], vector.type.element, {"static_position": position})
        build.create("vector.print", [element], [], {"punctuation": PUNCTUATIONS.of("no_punctuation")})
        return
    print_mark(build, "open")
    for at in range(shape[0]):
        if at:
            print_mark(build, "comma")
        print_elements(build, vector, shape[1:], [*place, at])
    print_mark(build, "close")


def print_mark(build: Builder, mark: str) -> None:
    build.create("vector.print", [], [], {"punctuation": PUNCTUATIONS.of(mark)})

"""Writes on each public function what it takes and gives, for those who call it as a function of LLVM, where a buffer is several arguments."""

from __future__ import annotations

from tfir.execution.entry import functions_with_bodies, note_signature

WORKS_ON = ("func",)


def func_note_signatures(module: "Module") -> None:
    for func in functions_with_bodies(module):
        if func.name == "func.func" and func.get("sym_visibility") != "private":
            note_signature(func)

"""Branches within each other, as text in the generic form."""

from __future__ import annotations


def nested_branches(depth: int, first: str, other: str, branch: str, leave: str) -> str:
    """A function `main` of `%x` and `%c`: where `%c` what the operation `first` gives, from the innermost branch on; elsewhere what the operation `other` gives of `%x`, told at each level. `branch`
    has regions for both, which `leave` ends."""
    kind = "tensor<2xf32>"
    result = f"%a0 = {first}\n"
    for level in range(1, depth + 1):
        inside = f'{result}"{leave}"(%a{level - 1}) : ({kind}) -> ()\n'
        outside = f'%b{level} = "{other}"(%x) : ({kind}) -> {kind}\n"{leave}"(%b{level}) : ({kind}) -> ()\n'
        result = f'%a{level} = "{branch}"(%c) ({{\n{inside}}}, {{\n{outside}}}) : (tensor<i1>) -> {kind}\n'
    return f"func.func @main(%x: {kind}, %c: tensor<i1>) -> {kind} {{\n{result}return %a{depth} : {kind}\n}}\n"

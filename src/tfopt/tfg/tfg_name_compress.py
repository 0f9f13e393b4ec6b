"""Gives the arguments, results and nodes of a function the shortest names there are: A, B, ... Z, a, ... z, AA, ...

Names inside a function are not visible outside, so a library of functions can be made smaller without a loss.
"""

from __future__ import annotations

from itertools import count, product
from string import ascii_lowercase, ascii_uppercase

from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr
from tfir.ir.operations import Value
from tfir.ods.control import control_operands

from tfopt.tfg.functions import change_argument_attributes, change_result_attributes

LETTERS = ascii_uppercase + ascii_lowercase


def names():
    for length in count(1):
        for letters in product(LETTERS, repeat=length):
            yield StringAttr("".join(letters))


def tfg_name_compress(function: "GraphFunc"):
    fresh, last = names(), function.body.last

    def renamed(value: Value, attrs: DictAttr) -> DictAttr:
        return DictAttr({**attrs.entries, "tfg.name": next(fresh)})

    change_argument_attributes(function, renamed)
    if "generic" not in function.attributes:
        change_result_attributes(function, renamed)
        tokens = control_operands(last)
        dicts = attribute_dicts(last, "control_ret_attrs") or [DictAttr()] * len(tokens)
        last.set_attribute("control_ret_attrs", ArrayAttr(list(map(renamed, tokens, dicts))))
    for op in function.walk():
        if op is not function and op.results and op.name != "tfg.get_result":
            op.set_attribute(NAME, next(fresh))

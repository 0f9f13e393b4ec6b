"""Gives the arguments, results and nodes of a function the shortest names there are: A, B, ... Z, a, ... z, AA, ...

Names inside a function are not visible outside, so a library of functions can be made smaller without a loss.
"""

from __future__ import annotations

from itertools import count, product
from string import ascii_lowercase, ascii_uppercase

from tfir.dialects.tf_type import CONTROL
from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr

LETTERS = ascii_uppercase + ascii_lowercase


def names():
    for length in count(1):
        for letters in product(LETTERS, repeat=length):
            yield StringAttr("".join(letters))


def tfg_name_compress(function: "GraphFunc"):
    fresh, body = names(), function.body
    arguments = attribute_dicts(function, "arg_attrs") or [DictAttr()] * len(body.arguments)
    named = [_renamed(attrs, next(fresh)) if number % 2 == 0 else attrs for number, attrs in enumerate(arguments)]
    function.set_attribute("arg_attrs", ArrayAttr(named))
    if "generic" not in function.attributes:
        results = function.attributes["function_type"].type.results
        dicts = attribute_dicts(function, "res_attrs") or [DictAttr()] * len(results)
        function.set_attribute("res_attrs", ArrayAttr([_renamed(attrs, next(fresh)) for attrs in dicts]))
        tokens = sum(value.type is CONTROL for value in body.last.operands)
        dicts = attribute_dicts(body.last, "control_ret_attrs") or [DictAttr()] * tokens
        body.last.set_attribute("control_ret_attrs", ArrayAttr([_renamed(attrs, next(fresh)) for attrs in dicts]))
    for op in function.walk():
        if op is not function and op.results and op.name != "tfg.get_result":
            op.set_attribute(NAME, next(fresh))


def _renamed(attrs: DictAttr, name: StringAttr) -> DictAttr:
    return DictAttr({**attrs.entries, "tfg.name": name})

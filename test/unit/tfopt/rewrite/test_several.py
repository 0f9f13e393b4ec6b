"""Rules on several operations at once: found through what they share, replaced together, and only where there is a place to."""

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.rewrite.greedy import Greedy
from tfopt.rewrite.several import rewrite_together, together
from tfopt.rewrite.terms import stablehlo, variables, where

x, y = variables("x y")
T = "tensor<4xf32>"

SUM_AND_DIFFERENCE = together(stablehlo.add(x, y), stablehlo.subtract(x, y)) >> [stablehlo.maximum(x, y), stablehlo.minimum(x, y)]


def rewritten(body: str, *rules) -> str:
    text = f"func.func @f(%x: {T}, %y: {T}, %z: {T}) -> ({T}, {T}) {{\n{body}\nreturn %a, %b : {T}, {T}\n}}"
    module = parse(Source("test", text), lookup, dialect)
    Greedy(rules).run(module)
    verify(module)
    return print_operation(module, lookup)


def test_two_for_two():
    text = rewritten(f"%a = stablehlo.add %x, %y : {T}\n%b = stablehlo.subtract %x, %y : {T}", SUM_AND_DIFFERENCE)
    assert "maximum" in text and "minimum" in text and "add" not in text and "subtract" not in text
    assert "return %0, %1" in text


def test_whichever_comes_first():
    text = rewritten(f"%b = stablehlo.subtract %x, %y : {T}\n%a = stablehlo.add %x, %y : {T}", SUM_AND_DIFFERENCE)
    assert "maximum" in text and "add" not in text


def test_one_of_them_alone_is_no_match():
    text = rewritten(f"%a = stablehlo.add %x, %y : {T}\n%b = stablehlo.subtract %y, %x : {T}", SUM_AND_DIFFERENCE)
    # y - x with y + x: the sum commutes, so the pair is (y, x)
    assert "stablehlo.maximum %arg1, %arg0" in text
    text = rewritten(f"%a = stablehlo.add %x, %y : {T}\n%b = stablehlo.subtract %x, %z : {T}", SUM_AND_DIFFERENCE)
    assert "maximum" not in text


def test_no_place_where_operands_are_defined_and_results_not_yet_used():
    rule = together(stablehlo.negate(x), stablehlo.add(x, y)) >> [stablehlo.abs(y), stablehlo.abs(x)]
    free = f"%a = stablehlo.negate %x : {T}\n%0 = stablehlo.cosine %z : {T}\n%b = stablehlo.add %x, %0 : {T}"
    assert "stablehlo.add" not in rewritten(free, rule)  # built where the sum is: nobody has used the negation by then
    bound = f"%a = stablehlo.negate %x : {T}\n%0 = stablehlo.cosine %a : {T}\n%b = stablehlo.add %x, %0 : {T}"
    assert "stablehlo.add" in rewritten(bound, rule)


def test_a_function_may_decline():
    @rewrite_together(stablehlo.add(x, y), stablehlo.subtract(x, y))
    def never(x):
        return None

    assert "maximum" not in rewritten(f"%a = stablehlo.add %x, %y : {T}\n%b = stablehlo.subtract %x, %y : {T}", never)


def test_patterns_must_share_something():
    with pytest.raises(TypeError, match="shares no variable"):
        together(stablehlo.negate(x), stablehlo.abs(y)) >> [x, y]
    with pytest.raises(TypeError, match="replaces 2 operations by 1 values"):
        together(stablehlo.negate(x), stablehlo.abs(x)) >> [x]


def test_a_function_of_a_value_may_be_asked():
    rule = stablehlo.negate(where(x, lambda value: value.op is None)) >> x
    text = rewritten(f"%a = stablehlo.negate %x : {T}\n%0 = stablehlo.cosine %y : {T}\n%b = stablehlo.negate %0 : {T}", rule)
    assert text.count("negate") == 1 and "return %arg0" in text

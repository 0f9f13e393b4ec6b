"""What inlining costs, and what it does where a body does not fit."""

import pytest
from tfir.analysis.call_graph import strongly_connected_components
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.text.parser import parse

from tfopt.generic.inline import inline

LENGTH = 1000


def parsed(text: str) -> Operation:
    return parse(Source("chain.mlir", text), lookup, dialect)


def chain(visibility: str) -> str:
    """`@f0` calls `@f1`, and so on; each adds its argument to itself."""
    functions = []
    for number in range(LENGTH):
        call = f"%1 = call @f{number + 1}(%0) : (tensor<f32>) -> tensor<f32>\n return %1" if number < LENGTH - 1 else "return %0"
        name = f"{visibility if number else ''} @f{number}"
        functions.append(
            f"func.func {name}(%a: tensor<f32>) -> tensor<f32> {{\n %0 = stablehlo.add %a, %a : tensor<f32>\n {call} : tensor<f32>\n}}"
        )
    return "\n".join(functions)


def doubling(depth: int) -> str:
    """Each function calls the next one twice."""
    call = "%{0} = call @f{1}(%{2}) : (tensor<f32>) -> tensor<f32>\n"
    functions = [
        f"func.func {'private' if number else ''} @f{number}(%a: tensor<f32>) -> tensor<f32> {{\n"
        + call.format("0", number + 1, "a") + call.format("1", number + 1, "0") + "return %1 : tensor<f32>\n}"
        for number in range(depth)
    ]  # fmt: skip
    last = f"func.func private @f{depth}(%a: tensor<f32>) -> tensor<f32> {{\n%0 = stablehlo.cosine %a : tensor<f32>\nreturn %0 : tensor<f32>\n}}"
    return "\n".join([*functions, last])


def test_calls_that_double_are_refused_before_memory_ends(monkeypatch):
    """Forty of them stand for 2^40 operations; seven for 128, of which 1016 are copied on the way there with their returns."""
    monkeypatch.setattr("tfopt.generic.inline.MOST_COPIED", 2000)
    module = parsed(doubling(7))
    inline(module)
    (function,) = module.body
    assert len(list(function.body)) == 2**7 + 1
    with pytest.raises(Error, match=r"calls 'f\d+', and with the calls in it more than 2000 operations would be inlined"):
        inline(parsed(doubling(40)))


def test_a_chain_of_private_functions_is_copied_once(monkeypatch):
    module = parsed(chain("private"))
    clones = []
    original = Operation.clone
    monkeypatch.setattr(Operation, "clone", lambda op, *rest: clones.append(op) or original(op, *rest))
    inline(module)
    (function,) = module.body
    assert [op.name for op in function.body] == ["stablehlo.add"] * LENGTH + ["func.return"]
    assert len(clones) == (LENGTH - 1) + (LENGTH - 2)  # an addition of each but the first, and their calls


def test_public_functions_keep_all_of_it():
    module = parsed("""
        func.func @top(%a: tensor<f32>) -> tensor<f32> {
          %0 = call @low(%a) : (tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }
        func.func @low(%a: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.add %a, %a : tensor<f32>
          return %0 : tensor<f32>
        }""")
    inline(module)
    assert [[op.name for op in function.body] for function in module.body] == [["stablehlo.add", "func.return"]] * 2


@pytest.mark.parametrize(
    "edges, components",
    [
        ({1: [2], 2: [3], 3: []}, [[3], [2], [1]]),
        ({1: [2], 2: [1], 3: [1]}, [[1, 2], [3]]),
        ({1: [1]}, [[1]]),
        ({1: [2, 3], 2: [4], 3: [4], 4: [2]}, [[2, 4], [3], [1]]),
    ],
)
def test_components_stand_behind_what_they_lead_to(edges, components):
    assert strongly_connected_components(edges, edges.__getitem__) == components

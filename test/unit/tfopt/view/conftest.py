"""Small graphs before and after, and pages of them."""

import pytest
from browser import Browser, browser_path
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.view.picture import Picture

T = "tensor<*xf32>"


class Change:
    def __init__(self, optimizer: str, rule: str, kind: str, node: str, into=()):
        self.optimizer, self.rule, self.kind, self.node, self.into = optimizer, rule, kind, node, into


def picture(text: str) -> Picture:
    return Picture(parse(Source("test.mlir", text), lookup, dialect))


def graph(*nodes: str) -> Picture:
    """A graph from nodes `name: Op(input, input)`; `^input` is waited for."""
    lines = []
    numbers = {node.partition(": ")[0]: f"n{at}" for at, node in enumerate(nodes)}
    for node in nodes:
        name, _, call = node.partition(": ")
        op, _, rest = call.rstrip(")").partition("(")
        inputs = [word for word in rest.split(", ") if word]
        data = [f"%{numbers[word]}" for word in inputs if word[0] != "^"]
        waits = [f"%{numbers[word[1:]]}_c" for word in inputs if word[0] == "^"]
        head = (f"({', '.join(data)})" if data else "") + (f" [{', '.join(waits)}]" if waits else "")
        lines.append(
            f'%{numbers[name]}, %{numbers[name]}_c = {op}{head} name("{name}") {{T = f32}} : ({", ".join([T] * len(data))}) -> ({T})'
        )
    return picture("module { tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {\n" + "\n".join(lines) + "\n} }")


BEFORE = ("in/x: Placeholder", "in/w: Const", "layer/product: MatMul(in/x, in/w)", "layer/bias: BiasAdd(layer/product, in/w)",
          "layer/relu: Relu(layer/bias)", "layer/same: Relu(layer/bias)", "out: AddV2(layer/relu, layer/same)", "check: NoOp2(^out)")  # fmt: skip
AFTER = ("in/x: Placeholder", "in/w: Const", "layer/relu: Fused(in/x, in/w)", "out: AddV2(layer/relu, layer/relu)")
CHANGES = [
    Change("remapper", "MatMulBiasAddRelu", "fused", "layer/product", ("layer/relu",)),
    Change("remapper", "MatMulBiasAddRelu", "fused", "layer/bias", ("layer/relu",)),
    Change("common_subgraph", "computes the same", "merged", "layer/same", ("layer/relu",)),
    Change("pruning", "no node needs it", "removed", "check"),
]


@pytest.fixture
def before():
    return graph(*BEFORE)


@pytest.fixture
def after():
    return graph(*AFTER)


@pytest.fixture
def changes():
    return CHANGES


@pytest.fixture(scope="module")
def browser():
    if browser_path() is None:
        pytest.skip("needs a browser: no Chromium is installed (apt install chromium-headless-shell, or name one in TFIR_BROWSER)")
    with Browser() as opened:
        yield opened


@pytest.fixture
def shown(browser, tmp_path):
    """A page opened in the browser, from its text."""

    def show(text: str, **more):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        page = browser.open(path, **more)
        page.settle()
        return page

    return show

"""Lines like one that was read before: the same operations as the general parser reads, and only where all is alike."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import Parser
from tfir.text.printer import print_operation


def read(text: str, **options):
    parser = Parser(Source("t.mlir", text), lookup, dialect, **options)
    return parser.module(), parser


def function(*lines: str) -> str:
    return "func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %b: tensor<4xi1>) {\n" + "\n".join(lines) + "\nreturn\n}\n"


SAME = [
    # typed by hand: no blank after commas, a blank before the colon
    ["%0 = stablehlo.add %x,%y   : tensor<4xf32>", "%1 = stablehlo.add %0,%y   : tensor<4xf32>", "%2 = stablehlo.add %1,%1   : tensor<4xf32>"],
    # results with numbers; operands by number
    ['%0:2 = "stablehlo.optimization_barrier"(%x,%y) : (tensor<4xf32>,tensor<4xf32>) -> (tensor<4xf32>,tensor<4xf32>)',
     '%1 = stablehlo.select %b,%0#1,%0#0 : tensor<4xi1>,tensor<4xf32>', '%2 = stablehlo.select %b,%x,%0#1 : tensor<4xi1>,tensor<4xf32>'],
    # operands in another order than the attribute dictionary and types suggest
    ["%0 = stablehlo.compare GT, %x,%y : (tensor<4xf32>,tensor<4xf32>) -> tensor<4xi1>",
     "%1 = stablehlo.compare GT, %y,%x : (tensor<4xf32>,tensor<4xf32>) -> tensor<4xi1>"],
    # other attributes are another line
    ["%0 = stablehlo.transpose %x,  dims = [0] {a = 1} : (tensor<4xf32>) -> tensor<4xf32>",
     "%1 = stablehlo.transpose %y,  dims = [0] {a = 2} : (tensor<4xf32>) -> tensor<4xf32>"],
    # a location behind one of them, on its own line
    ["%0 = stablehlo.add %x,%y   : tensor<4xf32>", "%1 = stablehlo.add %y,%x   : tensor<4xf32>", '  loc("here")'],
]  # fmt: skip


@pytest.mark.parametrize("lines", SAME)
def test_the_same_as_the_general_parser(lines):
    fast, _ = read(function(*lines))
    slow, _ = read(function(*lines), use_fast_paths=False)
    assert print_operation(fast, lookup) == print_operation(slow, lookup)
    assert [op.location - fast.body.first.location for op in fast.walk() if isinstance(op.location, int)] == [
        op.location - slow.body.first.location for op in slow.walk() if isinstance(op.location, int)
    ]


def test_a_line_is_remembered_once():
    _, parser = read(function(*SAME[0]))
    assert len([line for line in parser.alike["func"].values() if line.name == "stablehlo.add"]) == 1


@pytest.mark.parametrize("line, message", [
    ("%1 = stablehlo.add %b,%y   : tensor<4xf32>", "expects different type"),
    ("%0 = stablehlo.add %x,%y   : tensor<4xf32>", "redefinition of SSA value '%0'"),
    ("%1 = stablehlo.add %x,%z   : tensor<4xf32>", "use of undeclared SSA value name '%z'"),
])  # fmt: skip
def test_what_is_wrong_stays_wrong(line, message):
    with pytest.raises(Error, match=message):
        read(function("%0 = stablehlo.add %x,%y   : tensor<4xf32>", line))


@pytest.mark.parametrize("use_fast_paths", [True, False])
def test_an_index_that_is_named_twice_is_one_dimension(use_fast_paths):
    """Also where a line was read before that is the same but for the names."""
    lines = [f"%{number} = affine.load %m[{indices}] : memref<8x8xf32>" for number, indices in enumerate(["%i, %j", "%i, %i", "%j, %i"])]
    module, _ = read(
        "func.func @f(%m: memref<8x8xf32>, %i: index, %j: index) {\n" + "\n".join(lines) + "\nreturn\n}\n", use_fast_paths=use_fast_paths
    )
    loads = list(module.body.first.body)[:3]
    assert [(len(op.operands), op.attributes["map"].text) for op in loads] == [
        (3, "affine_map<(d0, d1) -> (d0, d1)>"), (2, "affine_map<(d0) -> (d0, d0)>"), (3, "affine_map<(d0, d1) -> (d0, d1)>"),
    ]  # fmt: skip

"""What became of each node, told by names and by what passes say; and the same as a file for Graphviz."""

from tfopt.view.difference import states
from tfopt.view.dot import as_dot
from tfopt.view.picture import Picture, shortened


def test_by_names_alone(before, after):
    assert states(before, after) == {
        "in/x": "same", "in/w": "same", "layer/product": "removed", "layer/bias": "removed", "layer/relu": "changed",
        "layer/same": "removed", "out": "changed", "check": "removed",
    }  # fmt: skip


def test_by_what_passes_say(before, after, changes):
    assert states(before, after, changes) == {
        "in/x": "same", "in/w": "same", "layer/product": "fused", "layer/bias": "fused", "layer/relu": "fused",
        "layer/same": "merged", "out": "changed", "check": "removed",
    }  # fmt: skip


def test_a_node_that_is_new(before, after):
    assert states(after, before)["check"] == "added"


def test_nothing_happened(before):
    assert set(states(before, before).values()) == {"same"}


def test_a_change_of_a_node_that_nobody_has(before, after, changes):
    """Nodes may come and go between the two pictures."""
    between = type(changes[0])("arithmetic", "HoistCommonFactor", "fused", "came/and/went", ("neither",))
    assert states(before, after, [*changes, between]) == states(before, after, changes)


def test_the_file_for_graphviz(before, after, changes):
    text = "".join(as_dot(before, after, changes))
    assert text.startswith("digraph tf {") and text.rstrip().endswith("}") and text.count("{") == text.count("}")
    assert 'subgraph "cluster_layer"' in text
    assert '"layer/product" -> "layer/bias" [color="#d93025"];' in text  # gone
    assert '"in/x" -> "layer/relu" [color="#188038"];' in text  # new
    assert '"layer/relu" -> "out";' in text  # there before and after
    assert '"out" -> "check" [style=dotted, color="#d93025"];' in text  # waits


def test_attributes_stand_in_the_order_of_their_names():
    """However the node came to have them."""
    from tfir.ir.attributes import StringAttr
    from tfir.ir.builder import module_op
    from tfir.ir.operations import Operation

    files = []
    for names in ("ab", "ba"):
        module = module_op()
        module.body.append(Operation("test.op", attributes={name: StringAttr(name) for name in names}))
        picture = Picture(module)
        files.append("".join(as_dot(picture, picture)))
    assert files[0] == files[1] and r"a = \"a\"\nb = \"b\"" in files[0]


def test_names_are_quoted():
    from tfopt.view.dot import quoted

    assert quoted('a"b\\c\n') == '"a\\"b\\\\c\\n"'


def test_large_constants_are_not_read(before):
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    text = 'module { tfg.graph #tf_type.version<producer = 1, min_consumer = 1> { %c, %t = Const name("c") {dtype = f32, '
    text += "small = dense<[1.0, 2.0]> : tensor<2xf32>, value = dense<1.0> : tensor<1000x1000xf32>} : () -> (tensor<*xf32>)\n } }"
    node = Picture(parse(Source("t", text), lookup, dialect)).nodes["c"]
    assert node.attributes["value"] == "... : tensor<1000x1000xf32>"
    assert node.attributes["small"] == "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>"


def test_long_attributes_are_cut():
    from tfir.ir.attributes import StringAttr

    assert len(shortened(StringAttr("x" * 1000))) < 200


def test_functions_are_scopes_and_ops_without_names_are_numbered():
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    text = """
      func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
        %0 = stablehlo.negate %x : tensor<2xf32>
        %1 = stablehlo.negate %0 : tensor<2xf32>
        return %1 : tensor<2xf32>
      }
      func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"""
    result = Picture(parse(Source("t", text), lookup, dialect)).nodes
    assert [name for name in result if "negate" in name] == ["@f/negate", "@f/negate~1"]
    assert result["@f/negate~1"].inputs == [("@f/negate", 0)] and result["@f/negate"].op == "stablehlo.negate"

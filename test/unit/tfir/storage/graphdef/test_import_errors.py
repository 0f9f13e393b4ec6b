"""What a GraphDef can have wrong, each told in one sentence that names the place. Wordings are upstream's where it has one."""

import pytest
from google.protobuf import text_format
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef

CONST = """node { name: "a" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
           attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape {} int_val: 1 } } } }"""


def add(operand: str) -> str:
    return CONST + f'node {{ name: "s" op: "AddV2" input: "a" input: "{operand}" attr {{ key: "T" value {{ type: DT_INT32 }} }} }}'


def function(signature: str, body: str = "") -> str:
    return f'library {{ function {{ signature {{ name: "F" {signature} }} {body} }} }}'


def value(text: str) -> str:
    return f'node {{ name: "n" op: "NoOp" attr {{ key: "v" value {{ {text} }} }} }}'


IN_F = "\n\tWhile importing function: F"
IN_GENERIC_F = "\n\tWhile importing generic function: F"
OUTPUT = 'output_arg { name: "o" type: DT_FLOAT }'
CONTROL = 'control_output: "c"'
GENERIC = 'input_arg { name: "a" type_attr: "T" }'

CASES = {
    "Node n has an empty op name": 'node { name: "n" }',
    "Node n has an empty attr name": 'node { name: "n" op: "NoOp" attr { key: "" value {} } }',
    "empty attr name": value('func { name: "f" attr { key: "" value {} } }'),
    "Node 's' has an empty input": add(""),
    "Duplicated node (or function argument) with the same name: `a`": CONST * 2,
    "Non-existent input b in node s": add("b"),
    "Non-existent input ^b in node s": add("^b"),
    "Non-existent input b:3 in node t\nNon-existent input c in node s": add("c") + 'node { name: "t" op: "Y" input: "b:3" }',
    "Result #1 of node 'a' is out of bounds": add("a:1"),
    "Result #1 of segment 'a:output' is out of bounds": add("a:output:1"),
    "Node 'a' has no output called 'other'": add("a:other:0"),
    "Output index 18446744073709551615 is invalid (too large)": add("a:18446744073709551615"),
    "Type attr not found: dtype": 'node { name: "c" op: "Const" }',
    "Expected 'Tout' to be a list of types": 'node { name: "n" op: "Case" attr { key: "Tout" value { i: 1 } } }',
    "Number attr not found: num_split": 'node { name: "n" op: "Split" attr { key: "T" value { type: DT_INT32 } } }',
    "Expected 'num_split' to be a number of results, from 0 to 65536":
        'node { name: "n" op: "Split" attr { key: "T" value { type: DT_INT32 } } attr { key: "num_split" value { i: 99999999 } } }',
    "Converting DataType 'INVALID' to MLIR Type": value("type: DT_INVALID"),
    "Converting DataType 'unknown dtype enum (77)' to MLIR Type": value("type: 77"),
    "Failed to parse input_tensor: a constant of DT_INT32 and shape [2]: tensor_content has 3 bytes, expected 8":
        value('tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } tensor_content: "abc" }'),
    "Failed to parse input_tensor: a constant of DT_INT32 and shape [-1]: its shape is not known in full":
        value("tensor { dtype: DT_INT32 tensor_shape { dim { size: -1 } } }"),
    "Failed to parse input_tensor: a constant of DT_INT32 and shape [2000000000000]: it has 2000000000000 elements":
        value("tensor { dtype: DT_INT32 tensor_shape { dim { size: 2000000000000 } } }"),
    "Node n has the op 'graph', a name that the tfg dialect keeps for itself": 'node { name: "n" op: "graph" }',
    "Function without a name\n\tWhile importing function: ": "library { function { signature {} } }",
    "Output 'o' was not found in 'ret'" + IN_F: function(OUTPUT),
    "Return 'n:y:0' was not found" + IN_F: function(OUTPUT, 'ret { key: "o" value: "n:y:0" }'),
    "Function 'F' has empty result name" + IN_F: function(OUTPUT, 'ret { key: "o" value: "" }'),
    "Control output 'c' was not found in 'control_ret'" + IN_F: function(CONTROL),
    "Control return n was not found" + IN_F: function(CONTROL, 'control_ret { key: "c" value: "n" }'),
    "Function 'F' has empty control result name" + IN_F: function(CONTROL, 'control_ret { key: "c" value: "" }'),
    "Invalid dtype for handle_data" + IN_F: function('input_arg { name: "a" type: DT_RESOURCE handle_data {} }'),
    "Invalid function attribute name" + IN_GENERIC_F: function(GENERIC, 'attr { key: "" value {} }'),
    "Missing name for function attribute" + IN_GENERIC_F: function(GENERIC + 'attr { type: "int" }'),
    "Duplicated node (or function argument) with the same name: `a`" + IN_F:
        function('input_arg { name: "a" type: DT_FLOAT }', 'node_def { name: "a" op: "NoOp" }'),
    "the library has two functions named 'F'": 'library { function { signature { name: "F" } } function { signature { name: "F" } } }',
}  # fmt: skip


@pytest.mark.parametrize("message", CASES)
def test_error(message):
    with pytest.raises(Error) as raised:
        import_graphdef(text_format.Parse(CASES[message], GraphDef()))
    assert str(raised.value) == message


def test_an_error_in_an_input_says_whose():
    with pytest.raises(Error) as raised:
        import_graphdef(text_format.Parse(add("a:1"), GraphDef()))
    assert raised.value.render() == "loc(\"s\"): error: Result #1 of node 'a' is out of bounds"


def test_an_error_in_a_node_says_which():
    with pytest.raises(Error) as raised:
        import_graphdef(text_format.Parse(value("type: DT_INVALID"), GraphDef()))
    assert raised.value.render() == "loc(\"n\"): error: Converting DataType 'INVALID' to MLIR Type"

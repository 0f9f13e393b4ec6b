"""Rules in tfg graphs: the same rules, with control edges, names and devices looked after."""

from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.rewrite.greedy import Greedy
from tfopt.rewrite.terms import rewrite, tf, variables

(x,) = variables("x")
HEAD = "tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n"
FEED = '%x, %c = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)\n'


def rewritten(body: str, *rules, **options) -> str:
    module = parse(Source("test", HEAD + FEED + body + "\n}"), lookup, dialect)
    Greedy(rules, **options).run(module)
    return print_operation(module, lookup)


NEG_NEG = """
%w, %wc = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
%a, %ac = Neg(%x) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
%b, %bc = Neg(%a) [%wc] device("/cpu:0") name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
%r, %rc = Abs(%b) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
"""


def test_a_rule_on_tf_matches_nodes_and_readers_wait_for_what_the_node_waited_for():
    text = rewritten(NEG_NEG, tf.Neg(tf.Neg(x)) >> x)
    assert 'name("b")' not in text
    assert "Abs(%Placeholder) [%ctl_1]" in text or "Abs(%Placeholder) [%ctl_0]" in text


def test_a_preserved_node_stays():
    text = rewritten(NEG_NEG, tf.Neg(tf.Neg(x)) >> x, preserved=frozenset({"b"}))
    assert 'name("b")' in text


def test_nodes_without_readers_are_fetches_and_stay():
    text = rewritten(NEG_NEG, tf.Neg(tf.Neg(x)) >> x)
    assert 'name("r")' in text and 'name("a")' in text


def test_what_is_built_takes_over_name_device_and_control_inputs():
    @rewrite(tf.Neg(tf.Neg(x)))
    def absolute(x):
        return tf.Square(x)

    text = rewritten(NEG_NEG, absolute)
    (line,) = [line for line in text.split("\n") if "= Square(" in line]
    assert 'name("b")' in line and 'device("/cpu:0")' in line and "[%ctl_" in line and "T = f32" in line

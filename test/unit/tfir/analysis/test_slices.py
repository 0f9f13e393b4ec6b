"""What follows from operations, and what they need."""

from tfir.analysis.slices import backward_slice, forward_slice, needed_for
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

GRAPH = """
func.func @main(%p: tensor<i1>) {
  tf_executor.graph {
    %send, %st = tf_executor.island wraps "tf.NoOp"() : () -> tensor<f32>
    %source, %token, %ctl = tf_executor.NextIteration.Source : tensor<f32>
    %neg, %n = tf_executor.island {
      %a = "tf.Neg"(%source) : (tensor<f32>) -> tensor<f32>
      tf_executor.yield %a : tensor<f32>
    }
    %abs, %b = tf_executor.island wraps "tf.Abs"(%source) : (tensor<f32>) -> tensor<f32>
    tf_executor.NextIteration.Sink[%token] %neg : tensor<f32>
    %other, %o = tf_executor.island wraps "tf.Exp"(%abs) : (tensor<f32>) -> tensor<f32>
    tf_executor.fetch %b : !tf_executor.control
  }
  return
}
"""


def test_what_a_graph_needs_comes_round_in_its_loops():
    block = parse(Source("text", GRAPH), lookup, dialect).body.first.body.first.body
    unused, source, negative, absolute, sink, other, fetch = block
    assert needed_for([fetch], block) == {fetch, absolute, source, sink, negative}  # nothing else tells what comes round
    assert backward_slice([fetch]) & set(block) == {fetch, absolute, source}
    assert forward_slice([source]) >= {negative.body.first, absolute.body.first}
    assert unused not in forward_slice([source])


EXCHANGE = """
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {{
  %x, %c = Placeholder name("x") {{dtype = f32}} : () -> (tensor<f32>)
  %d = _Send(%x) name("send") {{T = f32, tensor_name = "t", send_device = "a", recv_device = "b", send_device_incarnation = 1 : i64}} : tensor<f32>
  %r, %e = _Recv name("receive") {{tensor_type = f32, tensor_name = "{name}", send_device = "a", recv_device = "b", send_device_incarnation = 1 : i64}} : () -> (tensor<f32>)
}}
"""


def test_who_receives_needs_who_sends_it():
    feed, send, receive = parse(Source("text", EXCHANGE.format(name="t")), lookup, dialect).body.first.body
    assert needed_for([receive], receive.parent) == {feed, send, receive}
    _, _, receive = parse(Source("text", EXCHANGE.format(name="u")), lookup, dialect).body.first.body
    assert needed_for([receive], receive.parent) == {receive}

// RUN: tf-opt %s --executor-to-tfg --split-input-file --verify-diagnostics

/// An island that holds several ops is no node.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tf_executor.graph {
    // expected-error @+1 {{holds more than one op; --tf-executor-split-into-island-per-op takes it apart}}
    %n, %c = tf_executor.island {
      %1 = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %2 = "tf.Neg"(%1) : (tensor<2xf32>) -> tensor<2xf32>
      tf_executor.yield %2 : tensor<2xf32>
    }
    tf_executor.fetch %n : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

/// Plain code must become a graph first.
// expected-error @+1 {{@main is more than one graph of the executor; functions of plain code need --tf-functional-to-executor-conversion first}}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

/// What is no op of TensorFlow is no node.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tf_executor.graph {
    // expected-error @+1 {{'stablehlo.negate' op is no op of TensorFlow, of which nodes are made}}
    %n, %c = tf_executor.island wraps "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    tf_executor.fetch %n : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// RUN: tf-opt %s --tf-functionalize-control-flow --split-input-file --verify-diagnostics

func.func @one_side(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %r = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    // expected-error @+1 {{Merge does not merge all the branches of one switch}}
    %m:3 = tf_executor.Merge %s#0, %x : tensor<f32>
    tf_executor.fetch %m#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

func.func @two_predicates(%x: tensor<f32>, %p: tensor<i1>, %q: tensor<i1>) -> tensor<f32> {
  %r = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    %t:3 = tf_executor.Switch %x, %q : tensor<f32>
    // expected-error @+1 {{does not merge all the branches of one switch}}
    %m:3 = tf_executor.Merge %s#0, %t#1 : tensor<f32>
    tf_executor.fetch %m#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

func.func @open_switch(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %r = tf_executor.graph {
    // expected-error @+1 {{the graph has control flow that is neither a branch nor a loop: Switch}}
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    tf_executor.fetch %s#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

func.func @no_condition(%x: tensor<f32>) -> tensor<f32> {
  %r = tf_executor.graph {
    // expected-error @+1 {{the loop of frame 'w' has 0 conditions, expected one LoopCond}}
    %e:2 = tf_executor.Enter %x frame "w" : tensor<f32>
    %out:2 = tf_executor.Exit %e#0 : tensor<f32>
    tf_executor.fetch %out#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

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

// -----

func.func @op_with_effects_under_different_conditions(%x: tensor<f32>, %p: tensor<i1>, %q: tensor<i1>) -> tensor<f32> {
  %r = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    %shape:2 = tf_executor.island wraps "tf.Const"() {value = dense<> : tensor<0xi32>} : () -> tensor<0xi32>
    %then:2 = tf_executor.island wraps "tf.Identity"(%s#1) : (tensor<f32>) -> tensor<f32>
    // expected-error @+1 {{tf.RandomUniform has effects and is needed by branches that are decided under different conditions}}
    %draw:2 = tf_executor.island(%then#1) wraps "tf.RandomUniform"(%shape#0) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<0xi32>) -> tensor<f32>
    %drawn:2 = tf_executor.island wraps "tf.Mul"(%draw#0, %s#1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %m:3 = tf_executor.Merge %s#0, %drawn#0 : tensor<f32>
    %t:3 = tf_executor.Switch %drawn#0, %q : tensor<f32>
    %o:3 = tf_executor.Switch %s#0, %q : tensor<f32>
    %inner:3 = tf_executor.Merge %o#1, %t#1 : tensor<f32>
    %u:3 = tf_executor.Switch %m#0, %q : tensor<f32>
    %n:3 = tf_executor.Merge %u#0, %inner#0 : tensor<f32>
    tf_executor.fetch %n#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

func.func @leaves_after_an_effect(%x: tensor<i32>) -> tensor<i32> {
  %r = tf_executor.graph {
    %src, %tok, %c0 = tf_executor.NextIteration.Source : tensor<i32>
    %limit:2 = tf_executor.island wraps "tf.Const"() {value = dense<20> : tensor<i32>} : () -> tensor<i32>
    %e:2 = tf_executor.Enter %x frame "w" : tensor<i32>
    %l:2 = tf_executor.Enter %limit#0 frame "w" constant : tensor<i32>
    %m:3 = tf_executor.Merge %e#0, %src : tensor<i32>
    %less:2 = tf_executor.island wraps "tf.Less"(%m#0, %l#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %s:3 = tf_executor.Switch %m#0, %c#0 : tensor<i32>
    %word:2 = tf_executor.island wraps "tf.AsString"(%m#0) : (tensor<i32>) -> tensor<!tf_type.string>
    %told = tf_executor.island wraps "tf.PrintV2"(%word#0) {end = "\0A", output_stream = "stderr"} : (tensor<!tf_type.string>) -> ()
    // expected-error @+1 {{tf.Identity leaves the loop of frame 'w' in a way that no While has}}
    %leaves:2 = tf_executor.island(%told) wraps "tf.Identity"(%s#0) : (tensor<i32>) -> tensor<i32>
    %twice:2 = tf_executor.island wraps "tf.AddV2"(%s#1, %s#1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tf_executor.NextIteration.Sink[%tok] %twice#0 : tensor<i32>
    %out:2 = tf_executor.Exit %leaves#0 : tensor<i32>
    tf_executor.fetch %out#0 : tensor<i32>
  }
  return %r : tensor<i32>
}

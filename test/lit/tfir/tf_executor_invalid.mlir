// RUN: tf-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{unknown tf_executor type: foobar}}
func.func private @f(!tf_executor.foobar)

// -----

func.func @f(%a: tensor<f32>) {
  tf_executor.graph {
    // expected-error@+1 {{'tf.Neg' op unallowed inside a tf_executor.graph region}}
    %0 = "tf.Neg"(%a) : (tensor<f32>) -> tensor<f32>
    tf_executor.fetch
  }
  return
}

// -----

func.func @f() {
  tf_executor.graph {
    // expected-error@+1 {{unallowed directly inside another tf_executor.graph}}
    tf_executor.graph { }
    tf_executor.fetch
  }
  return
}

// -----

/// In an island a graph may stand.
func.func @f() {
  tf_executor.graph {
    %0 = tf_executor.island {
      tf_executor.graph { }
      tf_executor.yield
    }
    tf_executor.fetch
  }
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{custom op 'tf_executor.graph' expects a tf_executor.fetch terminator}}
  tf_executor.graph {
    tf_executor.yield
  }
  return
}

// -----

// expected-error@+1 {{expects parent op 'tf_executor.island'}}
tf_executor.yield

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{expects parent op 'tf_executor.graph'}}
  %0:2 = tf_executor.island wraps "tf.Neg"(%a) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  %r = "tf_executor.graph"() ({
    // expected-error@+1 {{does not have enough operands to cover the graph returned values}}
    tf_executor.fetch
  }) : () -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  %r = "tf_executor.graph"() ({
    // expected-error@+1 {{operand #0 type mismatch graph results}}
    tf_executor.fetch %a : tensor<f32>
  }) : () -> tensor<i32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  tf_executor.graph {
    %0:2 = tf_executor.island wraps "tf.Neg"(%a) : (tensor<f32>) -> tensor<f32>
    // expected-error@+2 {{found non-control operand #1 after control operand}}
    // expected-error@+1 {{failed to verify that all control inputs must appear after any non-control input}}
    tf_executor.fetch %0#1, %a : !tf_executor.control, tensor<f32>
  }
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  tf_executor.graph {
    %0:2 = "tf_executor.island"() ({
      // expected-error@+1 {{has 0 operand, but island returns 1}}
      tf_executor.yield
    }) : () -> (tensor<f32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<f32>, %p: tensor<i32>) {
  tf_executor.graph {
    // expected-error@+1 {{operand #1 must be tensor of 1-bit signless integer values}}
    %0:3 = tf_executor.Switch %a, %p : (tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<f32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %p: tensor<i1>) {
  tf_executor.graph {
    // expected-error@+1 {{failed to verify that data operand must be broadcastable to true result}}
    %0:3 = tf_executor.Switch %a, %p : (tensor<2xf32>, tensor<i1>) -> (tensor<*xf32>, tensor<3xf32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  tf_executor.graph {
    // expected-error@+1 {{expects a single data type and a predicate}}
    %0:3 = tf_executor.Switch %a : tensor<f32>
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<f32>, %i: tensor<i32>) {
  tf_executor.graph {
    // expected-error@+1 {{expect `num_outs` (5) results but got 2}}
    %0:3 = "tf_executor._SwitchN"(%a, %i) {num_outs = 5 : i64} : (tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<f32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<f32>, %b: tensor<i32>) {
  tf_executor.graph {
    // expected-error@+1 {{expects all operands to be broadcastable with output type but got 'tensor<i32>' vs 'tensor<f32>'}}
    %0:3 = tf_executor.Merge %a, %b : (tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  tf_executor.graph {
    %0:2 = tf_executor.island wraps "tf.Neg"(%a) : (tensor<f32>) -> tensor<f32>
    // expected-error@+1 {{expects a non-control input}}
    %1:3 = tf_executor.Merge %0#1, %a : (!tf_executor.control, tensor<f32>) -> (tensor<f32>, tensor<i32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

/// A reference is as good as what it refers to.
func.func @f(%a: tensor<!tf_type.f32ref>, %b: tensor<f32>) {
  tf_executor.graph {
    %0:3 = tf_executor.Merge %a, %b : (tensor<!tf_type.f32ref>, tensor<f32>) -> (tensor<f32>, tensor<i32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<3xf32>) {
  tf_executor.graph {
    // expected-error@+1 {{failed to verify that data operand must be broadcastable to result}}
    %0:2 = tf_executor.Enter %a frame "f" : (tensor<3xf32>) -> (tensor<2xf32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f() {
  tf_executor.graph {
    // expected-error@+1 {{expects a single user for produced token}}
    %0:3 = tf_executor.NextIteration.Source : tensor<f32>
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<i1>) {
  tf_executor.graph {
    %0:3 = tf_executor.NextIteration.Source : tensor<f32>
    // expected-error@+1 {{input type 'tensor<i1>' mismatch the tf_executor.NextIteration.Source output type: 'tensor<f32>'}}
    tf_executor.NextIteration.Sink[%0#1] %a : tensor<i1>
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%a: tensor<f32>, %t: !tf_executor.token) {
  tf_executor.graph {
    // expected-error@+1 {{expects a token directly produced by a tf_executor.NextIteration.Source op}}
    tf_executor.NextIteration.Sink[%t] %a : tensor<f32>
    tf_executor.fetch
  }
  return
}

// -----

/// A value does not become a reference; a reference becomes a value.
func.func @f(%a: tensor<f32>, %b: tensor<!tf_type.f32ref>) {
  tf_executor.graph {
    %0:3 = tf_executor.Merge %b, %b : (tensor<!tf_type.f32ref>, tensor<!tf_type.f32ref>) -> (tensor<f32>, tensor<i32>, !tf_executor.control)
    // expected-error@+1 {{expects same operand and output element type but got 'tensor<f32>' vs 'tensor<!tf_type.f32ref>'}}
    %1:3 = tf_executor.Merge %a, %b : (tensor<f32>, tensor<!tf_type.f32ref>) -> (tensor<!tf_type.f32ref>, tensor<i32>, !tf_executor.control)
    tf_executor.fetch
  }
  return
}

// -----

func.func @f() {
  tf_executor.graph {
    "tf_executor.island"() ({
      // expected-error@+1 {{'func.return' op invalid tf_executor.island terminator, yield expected}}
      func.return
    }) : () -> !tf_executor.control
  }
  return
}

// -----

/// Tokens behind data, and what passes through an island need not be a tensor.
func.func @f(%a: i32, %c: !tf_executor.control) {
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island(%c) {
      tf_executor.yield %a : i32
    }
    tf_executor.fetch %1#0, %1#1, %c : i32, !tf_executor.control, !tf_executor.control
  }
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  tf_executor.graph {
    // expected-error@+1 {{'tf_executor.ControlTrigger' op operand #0 must be variadic of control, but got 'tensor<f32>'}}
    "tf_executor.ControlTrigger"(%a) : (tensor<f32>) -> !tf_executor.control
    tf_executor.fetch
  }
  return
}

// -----

// expected-error@+1 {{unknown tf_executor type: foobar}}
func.func @f() -> !tf_executor.foobar

// -----

func.func @f(%x: tensor<2xf32>) {
  tf_executor.graph {
    // expected-error @+1 {{operation defines 3 results but was provided 1 to bind}}
    %m = tf_executor.Merge %x, %x : tensor<2xf32>
    tf_executor.fetch
  }
  return
}

// -----

func.func @f(%x: tensor<i1>, %y: tensor<2xf32>) {
  tf_executor.graph {
    // expected-error @+1 {{operation defines 3 results but was provided 2 to bind}}
    %a, %b = tf_executor.Switch %y, %x : tensor<2xf32>
    tf_executor.fetch
  }
  return
}

// -----

func.func @outputs_without_number(%a: tensor<f32>, %i: tensor<i32>) {
  tf_executor.graph {
    // expected-error @+1 {{expected between 1 and 65536 outputs, found 9223372036854775808}}
    %0:2 = tf_executor._SwitchN %a, %i of 9223372036854775808 : tensor<f32>
    tf_executor.fetch
  }
  return
}

// RUN: tf-opt %s --split-input-file | filecheck %s
// RUN: tf-opt %s --split-input-file | tf-opt --split-input-file | filecheck %s

/// Islands: around one op, around several, with nothing inside; waiting for tokens.
func.func @islands(%a: tensor<*xf32>) -> tensor<*xf32> {
  %r = tf_executor.graph {
    %0:2 = tf_executor.island wraps "tf.Identity"(%a) {device = "/cpu:0"} : (tensor<*xf32>) -> tensor<*xf32>
    %1:2 = tf_executor.island(%0#1) {
      %x = "tf.Add"(%a, %0#0) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
      %y = "tf.Neg"(%x) : (tensor<*xf32>) -> tensor<*xf32>
      tf_executor.yield %y : tensor<*xf32>
    }
    %2:3 = tf_executor.island { %t:2 = "tf.Two"() : () -> (tensor<f32>, tensor<i32>) tf_executor.yield %t#1, %t#0 : tensor<i32>, tensor<f32> }
    %nop = tf_executor.island(%1#1, %0#1) wraps "tf.NoOp"() : () -> ()
    %empty = tf_executor.island { }
    %more = tf_executor.island(%nop) { tf_executor.yield } {b = 1 : i32}
    tf_executor.fetch %1#0, %empty, %more : tensor<*xf32>, !tf_executor.control, !tf_executor.control
  }
  return %r : tensor<*xf32>
}
// CHECK: func.func @islands(%arg0: tensor<*xf32>) -> tensor<*xf32> {
// CHECK-NEXT: %0 = tf_executor.graph {
// CHECK-NEXT: %outputs, %control = tf_executor.island wraps "tf.Identity"(%arg0) {device = "/cpu:0"} : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: %outputs_0, %control_1 = tf_executor.island(%control) {
// CHECK-NEXT: %1 = "tf.Add"(%arg0, %outputs) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: %2 = "tf.Neg"(%1) : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: tf_executor.yield %2 : tensor<*xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %outputs_2:2, %control_3 = tf_executor.island {
// CHECK-NEXT: %1:2 = "tf.Two"() : () -> (tensor<f32>, tensor<i32>)
// CHECK-NEXT: tf_executor.yield %1#1, %1#0 : tensor<i32>, tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: %control_4 = tf_executor.island(%control_1, %control) wraps "tf.NoOp"() : () -> ()
// CHECK-NEXT: %control_5 = tf_executor.island {
// CHECK-NEXT: tf_executor.yield
// CHECK-NEXT: }
// CHECK-NEXT: %control_6 = tf_executor.island(%control_4) {
// CHECK-NEXT: tf_executor.yield
// CHECK-NEXT: } {b = 1 : i32}
// CHECK-NEXT: tf_executor.fetch %outputs_0, %control_5, %control_6 : tensor<*xf32>, !tf_executor.control, !tf_executor.control
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<*xf32>
// CHECK-NEXT: }

// -----

/// Graphs: several results, attributes, nothing at all.
func.func @graphs(%a: tensor<*xf32>, %b: tensor<2xf32>) {
  %g:2 = tf_executor.graph {
    tf_executor.fetch %a, %b : tensor<*xf32>, tensor<2xf32> {attr3 = 32 : i64}
  } {attr2 = 32 : i64}
  tf_executor.graph { }
  return
}
// CHECK: func.func @graphs(%arg0: tensor<*xf32>, %arg1: tensor<2xf32>) {
// CHECK-NEXT: %0:2 = tf_executor.graph {
// CHECK-NEXT: tf_executor.fetch %arg0, %arg1 : tensor<*xf32>, tensor<2xf32> {attr3 = 32 : i64}
// CHECK-NEXT: } {attr2 = 32 : i64}
// CHECK-NEXT: tf_executor.graph {
// CHECK-NEXT: tf_executor.fetch
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

/// Switches; the long form where types differ or the predicate has no known shape.
func.func @switches(%a: tensor<*xf32>, %p: tensor<i1>, %pu: tensor<*xi1>, %i: tensor<i32>, %b: tensor<2xf32>) {
  tf_executor.graph {
    %0:3 = tf_executor.Switch %a, %p : tensor<*xf32>
    %1:3 = tf_executor.Switch %a, %p, %0#2 : tensor<*xf32> {T = "x"}
    %2:3 = tf_executor.Switch %b, %pu : (tensor<2xf32>, tensor<*xi1>) -> (tensor<2xf32>, tensor<2xf32>, !tf_executor.control)
    %3:3 = tf_executor.Switch %b, %p, %0#2 : (tensor<2xf32>, tensor<i1>, !tf_executor.control) -> (tensor<2xf32>, tensor<*xf32>, !tf_executor.control) {device = ""}
    %4:4 = tf_executor._SwitchN %a, %i of 3 (%0#2, %1#2) : tensor<*xf32> {T = f32}
    %5:2 = tf_executor._SwitchN %b, %i of 1 : tensor<2xf32>
    tf_executor.fetch
  }
  return
}
// CHECK: func.func @switches(%arg0: tensor<*xf32>, %arg1: tensor<i1>, %arg2: tensor<*xi1>, %arg3: tensor<i32>, %arg4: tensor<2xf32>) {
// CHECK-NEXT: tf_executor.graph {
// CHECK-NEXT: %falseOutput, %trueOutput, %control = tf_executor.Switch %arg0, %arg1 : tensor<*xf32>
// CHECK-NEXT: %falseOutput_0, %trueOutput_1, %control_2 = tf_executor.Switch %arg0, %arg1, %control : tensor<*xf32> {T = "x"}
// CHECK-NEXT: %falseOutput_3, %trueOutput_4, %control_5 = tf_executor.Switch %arg4, %arg2 : (tensor<2xf32>, tensor<*xi1>) -> (tensor<2xf32>, tensor<2xf32>, !tf_executor.control)
// CHECK-NEXT: %falseOutput_6, %trueOutput_7, %control_8 = tf_executor.Switch %arg4, %arg1, %control : (tensor<2xf32>, tensor<i1>, !tf_executor.control) -> (tensor<2xf32>, tensor<*xf32>, !tf_executor.control) {device = ""}
// CHECK-NEXT: %outputs:3, %control_9 = tf_executor._SwitchN %arg0, %arg3 of 3 (%control, %control_2) : tensor<*xf32> {T = f32}
// CHECK-NEXT: %outputs_10, %control_11 = tf_executor._SwitchN %arg4, %arg3 of 1 : tensor<2xf32>
// CHECK-NEXT: tf_executor.fetch
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

/// Merges: short with exactly two values of the output's type.
func.func @merges(%a: tensor<*xf32>, %b: tensor<2xf32>) {
  tf_executor.graph {
    %0:3 = tf_executor.Merge %a, %a : tensor<*xf32>
    %1:3 = tf_executor.Merge %a, %a, %0#2 : tensor<*xf32> {N = 2 : i64}
    %2:3 = tf_executor.Merge %a : (tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>, !tf_executor.control)
    %3:3 = tf_executor.Merge %a, %a, %a : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>, !tf_executor.control)
    %4:3 = tf_executor.Merge %a, %b, %0#2 : (tensor<*xf32>, tensor<2xf32>, !tf_executor.control) -> (tensor<*xf32>, tensor<i32>, !tf_executor.control) {a = 1 : i32}
    tf_executor.fetch
  }
  return
}
// CHECK: func.func @merges(%arg0: tensor<*xf32>, %arg1: tensor<2xf32>) {
// CHECK-NEXT: tf_executor.graph {
// CHECK-NEXT: %output, %value_index, %control = tf_executor.Merge %arg0, %arg0 : tensor<*xf32>
// CHECK-NEXT: %output_0, %value_index_1, %control_2 = tf_executor.Merge %arg0, %arg0, %control : tensor<*xf32> {N = 2 : i64}
// CHECK-NEXT: %output_3, %value_index_4, %control_5 = tf_executor.Merge %arg0 : (tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>, !tf_executor.control)
// CHECK-NEXT: %output_6, %value_index_7, %control_8 = tf_executor.Merge %arg0, %arg0, %arg0 : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>, !tf_executor.control)
// CHECK-NEXT: %output_9, %value_index_10, %control_11 = tf_executor.Merge %arg0, %arg1, %control : (tensor<*xf32>, tensor<2xf32>, !tf_executor.control) -> (tensor<*xf32>, tensor<i32>, !tf_executor.control) {a = 1 : i32}
// CHECK-NEXT: tf_executor.fetch
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

/// Loops.
func.func @loops(%a: tensor<*xf32>, %b: tensor<2xf32>, %p: tensor<i1>, %pu: tensor<*xi1>) {
  tf_executor.graph {
    %0:2 = tf_executor.Enter %a frame "fr" : tensor<*xf32>
    %1:2 = tf_executor.Enter %a frame "fr" parallel_iterations 5 constant : tensor<*xf32>
    %2:2 = tf_executor.Enter %a, %0#1 frame "fr" : (tensor<*xf32>, !tf_executor.control) -> (tensor<*xf32>, !tf_executor.control)
    %3:2 = tf_executor.Enter %b, %0#1, %1#1 frame "fr" parallel_iterations 3 : (tensor<2xf32>, !tf_executor.control, !tf_executor.control) -> (tensor<*xf32>, !tf_executor.control)
    %4:2 = tf_executor.Enter %b frame "fr" constant : tensor<2xf32> {z}
    %5:3 = tf_executor.NextIteration.Source : tensor<*xf32> {a = "b"}
    tf_executor.NextIteration.Sink[%5#1] %a, %0#1 : tensor<*xf32> {a = "b"}
    %6:2 = tf_executor.Exit %b, %0#1 : tensor<2xf32> {a = "b"}
    %7:2 = tf_executor.LoopCond %p, %0#1 : tensor<i1> {a}
    %8:2 = tf_executor.LoopCond %pu : (tensor<*xi1>) -> (tensor<i1>, !tf_executor.control)
    %9 = tf_executor.ControlTrigger %0#1, %1#1 {a = "b"}
    tf_executor.fetch %9 : !tf_executor.control
  }
  return
}
// CHECK: func.func @loops(%arg0: tensor<*xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i1>, %arg3: tensor<*xi1>) {
// CHECK-NEXT: tf_executor.graph {
// CHECK-NEXT: %output, %control = tf_executor.Enter %arg0 frame "fr" : tensor<*xf32>
// CHECK-NEXT: %output_0, %control_1 = tf_executor.Enter %arg0 frame "fr" parallel_iterations 5 constant  : tensor<*xf32>
// CHECK-NEXT: %output_2, %control_3 = tf_executor.Enter %arg0, %control frame "fr" : tensor<*xf32>
// CHECK-NEXT: %output_4, %control_5 = tf_executor.Enter %arg1, %control, %control_1 frame "fr" parallel_iterations 3 : (tensor<2xf32>, !tf_executor.control, !tf_executor.control) -> (tensor<*xf32>, !tf_executor.control)
// CHECK-NEXT: %output_6, %control_7 = tf_executor.Enter %arg1 frame "fr" constant  : tensor<2xf32> {z}
// CHECK-NEXT: %output_8, %token, %control_9 = tf_executor.NextIteration.Source : tensor<*xf32> {a = "b"}
// CHECK-NEXT: tf_executor.NextIteration.Sink[%token] %arg0, %control : tensor<*xf32> {a = "b"}
// CHECK-NEXT: %output_10, %control_11 = tf_executor.Exit %arg1, %control : tensor<2xf32> {a = "b"}
// CHECK-NEXT: %output_12, %control_13 = tf_executor.LoopCond %arg2, %control : tensor<i1> {a}
// CHECK-NEXT: %output_14, %control_15 = tf_executor.LoopCond %arg3 : (tensor<*xi1>) -> (tensor<i1>, !tf_executor.control)
// CHECK-NEXT: %0 = tf_executor.ControlTrigger %control, %control_1 {a = "b"}
// CHECK-NEXT: tf_executor.fetch %0 : !tf_executor.control
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

/// SwitchN, Merge and Source as the RFC wrote them are read, and printed as they are today.
// CHECK-LABEL: func.func @rfc
func.func @rfc(%x: tensor<2xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %r = tf_executor.graph {
    // CHECK: %outputs:3, %control = tf_executor._SwitchN %arg0, %arg1 of 3 : tensor<2xf32>
    %s:4 = tf_executor.SwitchN %x, %i of 3 : tensor<2xf32>
    // CHECK-NEXT: %output, %value_index, %control_0 = tf_executor.Merge %outputs#0, %outputs#1 : tensor<2xf32>
    %m, %c = tf_executor.Merge %s#0, %s#1 : tensor<2xf32>
    // CHECK-NEXT: %output_1, %token, %control_2 = tf_executor.NextIteration.Source : tensor<2xf32>
    %n, %t = tf_executor.NextIteration.Source : tensor<2xf32>
    // CHECK-NEXT: tf_executor.NextIteration.Sink[%token] %output_1, %control_0 : tensor<2xf32>
    tf_executor.NextIteration.Sink[%t] %n, %c : tensor<2xf32>
    tf_executor.fetch %m : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

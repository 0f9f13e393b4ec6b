// RUN: tf-opt %s --tf-functionalize-control-flow --split-input-file | filecheck %s

/// Two merges of one switch are one If; constants go where they are needed. The second cond of the same predicate needs the
/// result of the first, so it is an If of its own.
// CHECK-LABEL: func.func @twice(
// CHECK: %[[IF:.*]], %{{.*}} = tf_executor.island wraps "tf.If"(%arg1, %arg0) <{else_branch = @cond_else{{.*}}, is_stateless = true, then_branch = @cond_then{{.*}}}> {device = ""} : (tensor<i1>, tensor<f32>) -> tensor<f32>
// CHECK: %[[NEXT:.*]], %{{.*}} = tf_executor.island wraps "tf.If"(%arg1, %[[IF]])
// CHECK-NEXT: tf_executor.fetch %[[IF]], %[[NEXT]]
// CHECK: func.func private @cond_else
// CHECK: func.func private @cond_then
func.func @twice(%x: tensor<f32>, %p: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
  %r:2 = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    %a:2 = tf_executor.island wraps "tf.Neg"(%s#0) : (tensor<f32>) -> tensor<f32>
    %m:3 = tf_executor.Merge %a#0, %s#1 : tensor<f32>
    %s2:3 = tf_executor.Switch %m#0, %p : tensor<f32>
    %b:2 = tf_executor.island wraps "tf.Exp"(%s2#1) : (tensor<f32>) -> tensor<f32>
    %m2:3 = tf_executor.Merge %b#0, %s2#0 : tensor<f32>
    tf_executor.fetch %m#0, %m2#0 : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

// -----

/// An op with effects in a branch, which the Merge waits for, is run in the branch; one before the switch is waited for.
// CHECK-LABEL: func.func @effects(
// CHECK: %[[BEFORE:.*]] = tf_executor.island wraps "tf.AssignVariableOp"(%arg2, %arg0)
// CHECK: tf_executor.island(%[[BEFORE]]) wraps "tf.If"(%arg1, %arg0, %arg2) <{else_branch = @cond_else, is_stateless = false, then_branch = @cond_then}>
// CHECK: func.func private @cond_else(%arg0: tensor<f32>, %arg1: tensor<!tf_type.resource>)
// CHECK-NOT: tf.AssignVariableOp
// CHECK: func.func private @cond_then(%arg0: tensor<f32>, %arg1: tensor<!tf_type.resource>)
// CHECK: %[[WRITE:.*]] = tf_executor.island wraps "tf.AssignVariableOp"(%arg1, %arg0)
// CHECK-NEXT: tf_executor.island(%[[WRITE]]) wraps "tf.Identity"(%arg0)
func.func @effects(%x: tensor<f32>, %p: tensor<i1>, %v: tensor<!tf_type.resource>) -> tensor<f32> {
  %r = tf_executor.graph {
    %first = tf_executor.island wraps "tf.AssignVariableOp"(%v, %x) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    %s:3 = tf_executor.Switch %x, %p, %first : (tensor<f32>, tensor<i1>, !tf_executor.control) -> (tensor<f32>, tensor<f32>, !tf_executor.control)
    %sv:3 = tf_executor.Switch %v, %p, %first : (tensor<!tf_type.resource>, tensor<i1>, !tf_executor.control) -> (tensor<!tf_type.resource>, tensor<!tf_type.resource>, !tf_executor.control)
    %w = tf_executor.island wraps "tf.AssignVariableOp"(%sv#1, %s#1) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    %t:2 = tf_executor.island(%w) wraps "tf.Identity"(%s#1) : (tensor<f32>) -> tensor<f32>
    %f:2 = tf_executor.island(%first) wraps "tf.Neg"(%s#0) : (tensor<f32>) -> tensor<f32>
    %m:3 = tf_executor.Merge %f#0, %t#0 : tensor<f32>
    tf_executor.fetch %m#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

/// A switch of many is a Case.
// CHECK-LABEL: func.func @many(
// CHECK: "tf.Case"(%arg1, %arg0) <{branches = [@cond_branch0, @cond_branch1, @cond_branch2], is_stateless = true}>
func.func @many(%x: tensor<f32>, %i: tensor<i32>) -> tensor<f32> {
  %r = tf_executor.graph {
    %s:4 = tf_executor._SwitchN %x, %i of 3 : tensor<f32>
    %a:2 = tf_executor.island wraps "tf.Neg"(%s#1) : (tensor<f32>) -> tensor<f32>
    %m:3 = tf_executor.Merge %s#2, %a#0, %s#0 : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>, !tf_executor.control)
    tf_executor.fetch %m#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

/// Frames in frames are Whiles in bodies. A constant is copied to where it is used, what enters as a constant is passed around.
// CHECK-LABEL: func.func @loops(
// CHECK: "tf.While"(%arg0, %arg1) <{body = @outer_body, cond = @outer_cond, is_stateless = true, parallel_iterations = 7 : i64}>
// CHECK: func.func private @outer_cond(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1>
// CHECK: func.func private @outer_body(%arg0: tensor<f32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<f32>)
// CHECK: "tf.While"(%arg0) <{body = @inner_body, cond = @inner_cond
// CHECK: tf_executor.fetch %{{.*}}, %arg1
// CHECK: func.func private @inner_cond(%arg0: tensor<f32>) -> tensor<i1>
// CHECK: func.func private @inner_body(%arg0: tensor<f32>) -> tensor<f32>
// CHECK: wraps "tf.Const"() <{value = dense<4.000000e+00>
func.func @loops(%x: tensor<f32>, %n: tensor<f32>) -> tensor<f32> {
  %r = tf_executor.graph {
    %four:2 = tf_executor.island wraps "tf.Const"() {value = dense<4.0> : tensor<f32>} : () -> tensor<f32>
    %src, %tok, %c0 = tf_executor.NextIteration.Source : tensor<f32>
    %isrc, %itok, %c1 = tf_executor.NextIteration.Source : tensor<f32>
    %e:2 = tf_executor.Enter %x frame "outer" parallel_iterations 7 : tensor<f32>
    %l:2 = tf_executor.Enter %n frame "outer" parallel_iterations 7 constant : tensor<f32>
    %k:2 = tf_executor.Enter %four#0 frame "outer" parallel_iterations 7 constant : tensor<f32>
    %m:3 = tf_executor.Merge %e#0, %src : tensor<f32>
    %less:2 = tf_executor.island wraps "tf.Less"(%m#0, %l#0) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %w:3 = tf_executor.Switch %m#0, %c#0 : tensor<f32>
    %ie:2 = tf_executor.Enter %w#1 frame "inner" : tensor<f32>
    %ik:2 = tf_executor.Enter %k#0 frame "inner" constant : tensor<f32>
    %im:3 = tf_executor.Merge %ie#0, %isrc : tensor<f32>
    %iless:2 = tf_executor.island wraps "tf.Less"(%im#0, %im#0) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ic:2 = tf_executor.LoopCond %iless#0 : tensor<i1>
    %iw:3 = tf_executor.Switch %im#0, %ic#0 : tensor<f32>
    %inext:2 = tf_executor.island wraps "tf.Mul"(%iw#1, %ik#0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    tf_executor.NextIteration.Sink[%itok] %inext#0 : tensor<f32>
    %ix:2 = tf_executor.Exit %iw#0 : tensor<f32>
    %next:2 = tf_executor.island wraps "tf.AddV2"(%ix#0, %k#0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    tf_executor.NextIteration.Sink[%tok] %next#0 : tensor<f32>
    %out:2 = tf_executor.Exit %w#0 : tensor<f32>
    tf_executor.fetch %out#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

/// Without control flow nothing changes, not even what nobody needs.
// CHECK-LABEL: func.func @straight(
// CHECK: "tf.Exp"
// CHECK: "tf.Neg"
func.func @straight(%x: tensor<f32>) -> tensor<f32> {
  %r = tf_executor.graph {
    %b:2 = tf_executor.island wraps "tf.Exp"(%x) : (tensor<f32>) -> tensor<f32>
    %a:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
    tf_executor.fetch %a#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

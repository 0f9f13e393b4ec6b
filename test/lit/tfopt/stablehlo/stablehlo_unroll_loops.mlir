// RUN: tf-opt %s --stablehlo-unroll-loops --canonicalize --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-unroll-loops=max-trips=2 --split-input-file | filecheck %s --check-prefix=FEW
// RUN: tf-opt %s --stablehlo-unroll-loops=max-operations=20 --split-input-file | filecheck %s --check-prefix=SMALL
// RUN: tf-opt %s --stablehlo-unroll-loops=max-guarded-operations=10 --split-input-file | filecheck %s --check-prefix=GUARDED

/// Three trips, which the counter and its bound say.
// CHECK-LABEL: func.func @counted
// CHECK-NEXT: %0 = stablehlo.sine %arg0
// CHECK-NEXT: %1 = stablehlo.sine %0
// CHECK-NEXT: %2 = stablehlo.sine %1
// CHECK-NEXT: return %2
// GUARDED-LABEL: func.func @counted
// GUARDED-NOT: stablehlo.while
// GUARDED-LABEL: func.func @not_at_all
// FEW-LABEL: func.func @counted
// FEW: stablehlo.while
// SMALL-LABEL: func.func @counted
// SMALL: stablehlo.while
func.func @counted(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %limit = %three, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32> cond {
    %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %next, %limit, %s : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}

// -----

/// A loop that does not run gives what it was given.
// CHECK-LABEL: func.func @not_at_all
// CHECK-NEXT: return %arg0
func.func @not_at_all(%x: tensor<4xf32>) -> tensor<4xf32> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %three, %a = %x) : tensor<i32>, tensor<4xf32> cond {
    %c = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %i, %s : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

/// A loop inside runs as often as the counter outside says: none, one and two times.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT: %0 = stablehlo.sine %arg0
// CHECK-NEXT: %1 = stablehlo.sine %0
// CHECK-NEXT: %2 = stablehlo.sine %1
// CHECK-NEXT: return %2
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32> cond {
    %c = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<4xf32> cond {
      %c = stablehlo.compare LT, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %j, %one : tensor<i32>
      %t = stablehlo.sine %b : tensor<4xf32>
      stablehlo.return %next, %t : tensor<i32>, tensor<4xf32>
    }
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %s#1 : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

/// A bound that is an argument: nobody knows yet.
// CHECK-LABEL: func.func @until_an_argument
// CHECK: stablehlo.while
// CHECK-NOT: stablehlo.sine %arg0
func.func @until_an_argument(%x: tensor<4xf32>, %limit: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32> cond {
    %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %next, %s : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

/// Nor does anybody where data is looked at beside the counter, though the first trip is certain.
// CHECK-LABEL: func.func @until_it_is_small
// CHECK: stablehlo.while
func.func @until_it_is_small(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %large = stablehlo.constant dense<1.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %seen = %large, %a = %x) : tensor<i32>, tensor<f32>, tensor<f32> cond {
    %c = stablehlo.compare GT, %seen, %large, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %d = stablehlo.compare EQ, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.or %c, %d : tensor<i1>
    stablehlo.return %e : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<f32>
    stablehlo.return %next, %s, %s : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %r#2 : tensor<f32>
}

// -----

/// A loop that never ends is no loop of so many trips.
// CHECK-LABEL: func.func @forever
// CHECK: stablehlo.while
func.func @forever(%x: tensor<f32>) -> tensor<f32> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%a = %x) : tensor<f32> cond {
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %a : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

/// Two trips at most, and fewer where the limit says so: what came out of the trips that were taken is kept. The counter is
/// known in each trip that is taken, but not after the loop.
// GUARDED-LABEL: func.func @bounded(
// GUARDED: stablehlo.while
// CHECK-LABEL: func.func @bounded
// CHECK-NOT: stablehlo.while
// CHECK-DAG: %[[C0:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-DAG: %[[C1:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-DAG: %[[FIRST:.*]] = stablehlo.compare LT, %[[C0]], %arg1
// CHECK-DAG: %[[S1:.*]] = stablehlo.sine %arg0
// CHECK-DAG: %[[X1:.*]] = stablehlo.select %[[FIRST]], %[[S1]], %arg0 : tensor<i1>, tensor<4xf32>
// CHECK-DAG: %[[I1:.*]] = stablehlo.select %[[FIRST]], %[[C1]], %[[C0]] : tensor<i1>, tensor<i32>
// CHECK-DAG: %[[LATER:.*]] = stablehlo.compare LT, %[[C1]], %arg1
// CHECK: %[[SECOND:.*]] = stablehlo.and %[[FIRST]], %[[LATER]]
// CHECK: %[[S2:.*]] = stablehlo.sine %[[X1]]
// CHECK: stablehlo.select %[[SECOND]], %{{.*}}, %[[I1]] : tensor<i1>, tensor<i32>
// CHECK: stablehlo.select %[[SECOND]], %[[S2]], %[[X1]] : tensor<i1>, tensor<4xf32>
func.func @bounded(%x: tensor<4xf32>, %limit: tensor<i32>) -> (tensor<i32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32> cond {
    %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %c, %d : tensor<i1>
    stablehlo.return %both : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %next, %s : tensor<i32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<4xf32>
}

// -----

/// An effect in a trip that is not taken would be one too many.
// CHECK-LABEL: func.func @bounded_with_effect
// CHECK: stablehlo.while
func.func @bounded_with_effect(%x: tensor<4xf32>, %limit: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32> cond {
    %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %c, %d : tensor<i1>
    stablehlo.return %both : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %next, %s : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

/// What decides about the first trip is an argument, about the next ones the counter: at most two trips.
// CHECK-LABEL: func.func @told_after_the_first_trip
// CHECK-NOT: stablehlo.while
// CHECK: stablehlo.sine %arg0
// CHECK: stablehlo.sine
// CHECK-NOT: stablehlo.sine
// CHECK: return
func.func @told_after_the_first_trip(%x: tensor<4xf32>, %first: tensor<i1>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %go = %first, %a = %x) : tensor<i32>, tensor<i1>, tensor<4xf32> cond {
    stablehlo.return %go : tensor<i1>
  } do {
    %again = stablehlo.compare LT, %i, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %next, %again, %s : tensor<i32>, tensor<i1>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}

// -----

/// What the argument says of the first trip it says of each.
// CHECK-LABEL: func.func @never_told
// CHECK: stablehlo.while
func.func @never_told(%x: tensor<4xf32>, %first: tensor<i1>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %go = %first, %a = %x) : tensor<i32>, tensor<i1>, tensor<4xf32> cond {
    stablehlo.return %go : tensor<i1>
  } do {
    %early = stablehlo.compare LT, %i, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %again = stablehlo.or %go, %early : tensor<i1>
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %next, %again, %s : tensor<i32>, tensor<i1>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}

// -----

/// What a step of the host makes of the counter may be text, of which StableHLO has no constants.
// CHECK-LABEL: func.func @names
// CHECK: %[[FIRST:.*]] = "tf.Const"() <{value = dense<"0"> : tensor<!tf_type.string>}>
// CHECK: "tf.PrintV2"(%[[FIRST]])
// CHECK: %[[SECOND:.*]] = "tf.Const"() <{value = dense<"1"> : tensor<!tf_type.string>}>
// CHECK: "tf.PrintV2"(%[[SECOND]])
// CHECK-NOT: stablehlo.while
func.func @names(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32> cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %going = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %going : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %name = "tf.AsString"(%i) : (tensor<i32>) -> tensor<!tf_type.string>
    "tf.PrintV2"(%name) : (tensor<!tf_type.string>) -> ()
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %next, %s : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

/// What a step of the host returns, of whose sizes it says nothing, has the type that the loop says.
// CHECK-LABEL: func.func @of_the_host
// CHECK: %0 = "tf.QueueDequeueV2"(%arg0) {{.*}} -> tensor<i32>
// CHECK: %1 = "tf.QueueDequeueV2"(%arg0) {{.*}} -> tensor<i32>
// CHECK: return %1 : tensor<i32>
func.func @of_the_host(%q: tensor<!tf_type.resource>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32> cond {
    %c = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %e = "tf.QueueDequeueV2"(%q) {component_types = [i32], timeout_ms = -1 : i64} : (tensor<!tf_type.resource>) -> tensor<*xi32>
    stablehlo.return %next, %e : tensor<i32>, tensor<*xi32>
  }
  return %r#1 : tensor<i32>
}

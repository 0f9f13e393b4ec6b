// RUN: tf-opt %s --stablehlo-legalize-control-flow --split-input-file --verify-diagnostics | filecheck %s

/// The condition stands at the head of the loop; what comes after it reads the head's argument. What is only handed through is read where
/// it comes from: in the body and after the loop.
// CHECK-LABEL: func.func @loop
// CHECK: cf.br ^bb1(%arg0 : tensor<i32>)
// CHECK-NEXT: ^bb1(%[[I:.*]]: tensor<i32>):
// CHECK-NEXT: %[[P:.*]] = stablehlo.compare LT, %[[I]], %arg1
// CHECK-NEXT: %[[C:.*]] = tensor.extract %[[P]][] : tensor<i1>
// CHECK-NEXT: cf.cond_br %[[C]], ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %[[NEXT:.*]] = stablehlo.add %[[I]], %arg1 : tensor<i32>
// CHECK-NEXT: cf.br ^bb1(%[[NEXT]] : tensor<i32>)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return %[[I]], %arg1 : tensor<i32>, tensor<i32>
func.func @loop(%start: tensor<i32>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0:2 = stablehlo.while(%i = %start, %handed = %n) : tensor<i32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %handed : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %i, %handed : tensor<i32>
      stablehlo.return %next, %handed : tensor<i32>, tensor<i32>
    }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// -----

/// Two values that change places are both carried.
// CHECK-LABEL: func.func @swap
// CHECK: cf.br ^bb1(%arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>, tensor<i32>)
// CHECK-NEXT: ^bb1(%[[P:.*]]: tensor<i1>, %[[A:.*]]: tensor<i32>, %[[B:.*]]: tensor<i32>):
// CHECK-NEXT: tensor.extract %[[P]][]
// CHECK: cf.br ^bb1(%{{.*}}, %[[B]], %[[A]] :
func.func @swap(%goes_on: tensor<i1>, %x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0:3 = stablehlo.while(%p = %goes_on, %a = %x, %b = %y) : tensor<i1>, tensor<i32>, tensor<i32>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      %q = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q, %b, %a : tensor<i1>, tensor<i32>, tensor<i32>
    }
  return %0#1 : tensor<i32>
}

// -----

/// Both ways meet in a block that takes their results.
// CHECK-LABEL: func.func @conditional
// CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb3(%arg1 : tensor<4xf32>)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %arg1
// CHECK-NEXT: cf.br ^bb3(%[[N]] : tensor<4xf32>)
// CHECK-NEXT: ^bb3(%[[R:.*]]: tensor<4xf32>):
// CHECK-NEXT: return %[[R]]
func.func @conditional(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// All comparisons are made before the first branch; an index that no branch has means the last one.
// CHECK-LABEL: func.func @case
// CHECK: %[[P0:.*]] = stablehlo.compare EQ, %arg0, %{{.*}}
// CHECK: %[[P1:.*]] = stablehlo.compare EQ, %arg0, %{{.*}}
// CHECK: tensor.extract %[[P0]]
// CHECK-NEXT: cf.cond_br %{{.*}}, ^bb2, ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: tensor.extract %[[P1]]
// CHECK-NEXT: cf.cond_br %{{.*}}, ^bb3, ^bb4
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb5(%arg1
// CHECK: ^bb4:
// CHECK-NEXT: stablehlo.abs
func.func @case(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.abs %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// A case of one branch takes it.
// CHECK-LABEL: func.func @only_branch
// CHECK-NEXT: cf.br ^bb1
// CHECK-NOT: tensor.extract
func.func @only_branch(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// The blocks of a loop in a loop lie between those of the outer one.
// CHECK-LABEL: func.func @nested
// CHECK: ^bb1(%[[I:.*]]: tensor<i32>):
// CHECK: cf.cond_br %{{.*}}, ^bb2, ^bb6
// CHECK: ^bb2:
// CHECK: cf.br ^bb3(%[[I]] : tensor<i32>)
// CHECK: ^bb3(%[[J:.*]]: tensor<i32>):
// CHECK: cf.cond_br %{{.*}}, ^bb4, ^bb5
// CHECK: ^bb5:
// CHECK-NEXT: cf.br ^bb1(%[[J]] : tensor<i32>)
func.func @nested(%start: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%i = %start) : tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %1 = stablehlo.while(%j = %i) : tensor<i32>
        cond {
          %q = stablehlo.compare NE, %j, %start : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %q : tensor<i1>
        } do {
          %next = stablehlo.add %j, %n : tensor<i32>
          stablehlo.return %next : tensor<i32>
        }
      stablehlo.return %1 : tensor<i32>
    }
  return %0 : tensor<i32>
}

// -----

/// Without loops and conditionals nothing happens.
// CHECK-LABEL: func.func @plain
// CHECK-NOT: cf.
func.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// What a reduction combines with cannot branch.
func.func @in_a_region(%x: tensor<4xf32>, %zero: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-error @+1 {{'stablehlo.if' op stands in a region of an operation that cannot branch}}
    %1 = "stablehlo.if"(%p) ({
      stablehlo.return %a : tensor<f32>
    }, {
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// Graphs are the host's, which runs what is in them as it is.
// CHECK-LABEL: func.func @in_a_graph
// CHECK: tf_executor.graph
// CHECK: "stablehlo.if"
// CHECK-NOT: cf.
func.func @in_a_graph(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island {
      %2 = "stablehlo.if"(%p) ({
        stablehlo.return %x : tensor<f32>
      }, {
        %3 = stablehlo.negate %x : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      tf_executor.yield %2 : tensor<f32>
    }
    tf_executor.fetch %1#0 : tensor<f32>
  }
  return %0 : tensor<f32>
}

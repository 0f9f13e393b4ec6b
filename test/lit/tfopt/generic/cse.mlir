// RUN: tf-opt %s --cse --split-input-file | filecheck %s

/// Equal ops become one.
// CHECK-LABEL: func.func @equal
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK-NOT: stablehlo.add
// CHECK: stablehlo.multiply %[[SUM]], %[[SUM]]
func.func @equal(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %y : tensor<2xf32>
  %1 = stablehlo.add %x, %y : tensor<2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

/// The operands of a commutative op may be exchanged.
// CHECK-LABEL: func.func @exchanged
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK-NOT: stablehlo.add
// CHECK: stablehlo.multiply %[[SUM]], %[[SUM]]
func.func @exchanged(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %y : tensor<2xf32>
  %1 = stablehlo.add %y, %x : tensor<2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

/// Those of another op may not.
// CHECK-LABEL: func.func @not_exchanged
// CHECK: stablehlo.subtract
// CHECK: stablehlo.subtract
func.func @not_exchanged(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.subtract %x, %y : tensor<2xf32>
  %1 = stablehlo.subtract %y, %x : tensor<2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

/// Another attribute makes another value.
// CHECK-LABEL: func.func @attributes
// CHECK: stablehlo.compare EQ
// CHECK: stablehlo.compare NE
func.func @attributes(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xi1> {
  %0 = stablehlo.compare EQ, %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %1 = stablehlo.compare NE, %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = stablehlo.or %0, %1 : tensor<2xi1>
  return %2 : tensor<2xi1>
}

// -----

/// What has an effect is not merged: two draws of random numbers are two draws.
// CHECK-LABEL: func.func @effects
// CHECK: tf.RandomUniform
// CHECK: tf.RandomUniform
func.func @effects(%s: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "tf.RandomUniform"(%s) : (tensor<1xi32>) -> tensor<?xf32>
  %1 = "tf.RandomUniform"(%s) : (tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

/// Equal regions make equal ops.
// CHECK-LABEL: func.func @regions
// CHECK: stablehlo.reduce
// CHECK-NOT: stablehlo.reduce
func.func @regions(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

/// Another body is another value.
// CHECK-LABEL: func.func @other_regions
// CHECK: stablehlo.reduce
// CHECK: stablehlo.reduce
func.func @other_regions(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

/// Branches of the same ops, which differ in what is deeper inside, stay; those that agree throughout are one.
// CHECK-LABEL: func.func @deeper
// CHECK-COUNT-4: "stablehlo.if"
// CHECK-NOT: "stablehlo.if"
func.func @deeper(%p: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %a = "stablehlo.if"(%p) ({
      %b = stablehlo.negate %x : tensor<2xf32>
      stablehlo.return %b : tensor<2xf32>
    }, {
      stablehlo.return %x : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %1 = "stablehlo.if"(%p) ({
    %a = "stablehlo.if"(%p) ({
      %b = stablehlo.abs %x : tensor<2xf32>
      stablehlo.return %b : tensor<2xf32>
    }, {
      stablehlo.return %x : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %2 = "stablehlo.if"(%p) ({
    %a = "stablehlo.if"(%p) ({
      %b = stablehlo.abs %x : tensor<2xf32>
      stablehlo.return %b : tensor<2xf32>
    }, {
      stablehlo.return %x : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

/// A value of an outer region serves inside, but not one of a sibling region.
// CHECK-LABEL: func.func @nested
// CHECK: %[[OUTER:.*]] = stablehlo.negate
// CHECK: "stablehlo.if"
// CHECK-NOT: stablehlo.negate
// CHECK: stablehlo.return %[[OUTER]]
// CHECK: stablehlo.abs
// CHECK: stablehlo.abs
func.func @nested(%p: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.negate %x : tensor<2xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %2 : tensor<2xf32>
  }, {
    %3 = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %3 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %4 = stablehlo.abs %x : tensor<2xf32>
  %5 = stablehlo.add %1, %4 : tensor<2xf32>
  return %5, %0 : tensor<2xf32>, tensor<2xf32>
}

// -----

// Reads are merged where nothing between them may write, within a block.
// CHECK-LABEL: func.func @reads
// CHECK-NEXT: %0 = memref.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: %1 = memref.load
// CHECK-NEXT: return %0, %0, %1
func.func @reads(%m: memref<4xf32>, %i: index) -> (f32, f32, f32) {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32>
  memref.store %0, %m[%i] : memref<4xf32>
  %2 = memref.load %m[%i] : memref<4xf32>
  return %0, %1, %2 : f32, f32, f32
}

// -----

// What nobody uses goes, once: what only it used stays for the next run.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
func.func @unused(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  return
}

// -----

// Conditions that compute the same are one.
// CHECK-LABEL: func.func @conditions
// CHECK: scf.if
// CHECK-NOT: scf.if
func.func @conditions(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %2 = arith.addi %a, %a : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %2 = arith.addi %a, %a : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}

// -----

/// Each volatile load counts, whether another is equal or nothing reads it; of others equal ones are one, and one that nothing reads goes.
// CHECK-LABEL: llvm.func @volatile
// CHECK-COUNT-3: llvm.load volatile
// CHECK-COUNT-1: llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NOT: llvm.load
llvm.func @volatile(%p: !llvm.ptr, %q: !llvm.ptr) -> i32 {
  %0 = llvm.load volatile %p : !llvm.ptr -> i32
  %1 = llvm.load volatile %p : !llvm.ptr -> i32
  %2 = llvm.load volatile %p : !llvm.ptr -> i32
  %3 = llvm.load %q : !llvm.ptr -> i32
  %4 = llvm.load %q : !llvm.ptr -> i32
  %5 = llvm.add %0, %1 : i32
  %6 = llvm.add %3, %4 : i32
  %7 = llvm.add %5, %6 : i32
  llvm.return %7 : i32
}

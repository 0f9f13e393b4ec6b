// RUN: tf-opt %s --canonicalize --split-input-file | filecheck %s

// Constants of one kind become one, in front; what is folded comes before them.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %c12_i32 = arith.constant 12 : i32
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: %0 = arith.addi %arg0, %c5_i32 : i32
// CHECK-NEXT: %1 = arith.muli %0, %c12_i32 : i32
// CHECK-NEXT: return %1
func.func @constants(%x: i32) -> i32 {
  %a = arith.constant 5 : i32
  %0 = arith.addi %a, %x : i32
  %b = arith.constant 5 : i32
  %c = arith.constant 7 : i32
  %d = arith.addi %b, %c : i32
  %1 = arith.muli %0, %d : i32
  return %1 : i32
}

// -----

// 127 + 1 wraps to -128; -128 / -1 has no result of its type and stays; so does 1 / 0.
// CHECK-LABEL: func.func @wraps
// CHECK-DAG: %[[LOW:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i8
// CHECK: %[[Q:.*]] = arith.divsi %[[LOW]], %{{.*}} : i8
// CHECK: %[[Z:.*]] = arith.divui %[[ONE]], %{{.*}} : i8
// CHECK: return %[[LOW]], %[[Q]], %[[Z]]
func.func @wraps() -> (i8, i8, i8) {
  %high = arith.constant 127 : i8
  %one = arith.constant 1 : i8
  %low = arith.constant -128 : i8
  %minus = arith.constant -1 : i8
  %zero = arith.constant 0 : i8
  %0 = arith.addi %high, %one : i8
  %1 = arith.divsi %low, %minus : i8
  %2 = arith.divui %one, %zero : i8
  return %0, %1, %2 : i8, i8, i8
}

// -----

// (x + 5) + 12 is x + 17, 12 - (x - 5) is 17 - x; what neither may overflow stays so.
// CHECK-LABEL: func.func @chains
// CHECK: arith.addi %arg0, %c17_i32{{.*}} overflow<nsw> : i32
// CHECK: arith.subi %c17_i32{{.*}}, %arg0 : i32
func.func @chains(%x: i32) -> (i32, i32) {
  %a = arith.constant 5 : i32
  %b = arith.constant 12 : i32
  %0 = arith.addi %x, %a overflow<nsw, nuw> : i32
  %1 = arith.addi %0, %b overflow<nsw> : i32
  %2 = arith.subi %x, %a : i32
  %3 = arith.subi %b, %2 : i32
  return %1, %3 : i32, i32
}

// -----

// Where the constants overflow together: -128 + 100 + 100 is 72, but -128 - 56 overflows. And 240 - 100 + 3 is 143, but 240 + 159 is none.
// CHECK-LABEL: func.func @chains_that_overflow
// CHECK: arith.addi %arg0, %c-56_i8{{.*}} : i8
// CHECK-NOT: overflow
func.func @chains_that_overflow(%x: i8) -> (i8, i8) {
  %a = arith.constant 100 : i8
  %b = arith.constant 3 : i8
  %0 = arith.addi %x, %a overflow<nsw> : i8
  %1 = arith.addi %0, %a overflow<nsw> : i8
  %2 = arith.subi %x, %a overflow<nuw> : i8
  %3 = arith.addi %2, %b overflow<nuw> : i8
  return %1, %3 : i8, i8
}

// -----

// CHECK-LABEL: func.func @compare
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: arith.cmpi sgt, %arg0, %c1_i32
// CHECK: arith.cmpi uge, %arg0, %arg1
// CHECK: arith.minsi %arg0, %arg1
// CHECK: arith.extui %arg2 : i1 to i32
// CHECK: return %[[TRUE]]
func.func @compare(%x: i32, %y: i32, %c: i1) -> (i1, i1, i1, i32, i32) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %0 = arith.cmpi sle, %x, %x : i32
  %1 = arith.cmpi slt, %one, %x : i32
  %2 = arith.cmpi ult, %x, %y : i32
  %3 = arith.xori %2, %true : i1
  %4 = arith.cmpi slt, %x, %y : i32
  %5 = arith.select %4, %x, %y : i32
  %6 = arith.select %c, %one, %zero : i32
  return %0, %1, %3, %5, %6 : i1, i1, i1, i32, i32
}

// -----

// Adding -0 is nothing; adding 0 is not, since -0 + 0 is 0. x * 0 may be NaN.
// CHECK-LABEL: func.func @floats
// CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[A:.*]] = arith.addf %arg0, %[[Z]] : f32
// CHECK: %[[B:.*]] = arith.mulf %arg0, %[[Z]] : f32
// CHECK: return %arg0, %[[A]], %[[B]], %[[Z]]
func.func @floats(%x: f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %0 = arith.addf %x, %minus : f32
  %1 = arith.addf %x, %zero : f32
  %2 = arith.mulf %x, %zero : f32
  %3 = arith.mulf %x, %zero fastmath<nnan,nsz> : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// -----

// Every comparison with NaN that is ordered is false, every other true. 0.1 + 0.2 is rounded as a float of its width.
// CHECK-LABEL: func.func @computed
// CHECK-DAG: %[[S:.*]] = arith.constant 3.000000e-01 : f32
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[E:.*]] = arith.constant dense<[2, 8]> : tensor<2xi8>
// CHECK: return %[[S]], %[[F]], %[[T]], %[[E]]
func.func @computed(%x: f32) -> (f32, i1, i1, tensor<2xi8>) {
  %a = arith.constant 0.1 : f32
  %b = arith.constant 0.2 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.addf %a, %b : f32
  %1 = arith.cmpf olt, %x, %nan : f32
  %2 = arith.cmpf ult, %x, %nan : f32
  %e = arith.constant dense<[1, 4]> : tensor<2xi8>
  %two = arith.constant dense<2> : tensor<2xi8>
  %3 = arith.muli %e, %two : tensor<2xi8>
  return %0, %1, %2, %3 : f32, i1, i1, tensor<2xi8>
}

// -----

// CHECK-LABEL: func.func @casts
// CHECK: %[[C:.*]] = arith.constant -1 : i32
// CHECK: %[[A:.*]] = arith.extui %arg0 : i8 to i32
// CHECK: %[[B:.*]] = arith.extui %arg0 : i8 to i16
// CHECK: %[[I:.*]] = arith.index_cast %arg1 : index to i32
// CHECK: return %arg0, %[[A]], %[[B]], %[[C]], %[[I]], %arg1
func.func @casts(%x: i8, %i: index) -> (i8, i32, i16, i32, i32, index) {
  %0 = arith.extui %x : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  %2 = arith.trunci %1 : i32 to i8
  %3 = arith.trunci %1 : i32 to i16
  %c = arith.constant 255 : i8
  %4 = arith.extsi %c : i8 to i32
  %5 = arith.index_cast %i : index to i32
  %6 = arith.index_cast %i : index to i64
  %7 = arith.index_cast %6 : i64 to index
  return %2, %1, %3, %4, %5, %7 : i8, i32, i16, i32, i32, index
}

// -----

// A product whose upper half nobody reads needs none.
// CHECK-LABEL: func.func @halves
// CHECK: %[[L:.*]] = arith.muli %arg0, %arg1 : i8
// CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended %arg0, %arg1 : i8
// CHECK: return %[[L]], %[[HIGH]]
func.func @halves(%x: i8, %y: i8) -> (i8, i8) {
  %0:2 = arith.mulsi_extended %x, %y : i8
  %1:2 = arith.mulsi_extended %x, %y : i8
  return %0#0, %1#1 : i8, i8
}

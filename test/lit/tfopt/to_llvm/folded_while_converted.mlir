// RUN: tf-opt %s --split-input-file --convert-arith-to-llvm | filecheck %s

/// What is expected is what upstream's pass prints: digits of constants are constants, and so is what rounded divisions compare and count down of
/// constants, while what they make of the results is computed.

func.func @digits(%x: index) -> (index, index, index, index, index, index) {
  %c5 = arith.constant 5 : index
  %cm5 = arith.constant -5 : index
  %c3 = arith.constant 3 : index
  %0:3 = affine.delinearize_index %c5 into (2, 2) : index, index, index
  %1:2 = affine.delinearize_index %cm5 into (%c3) : index, index
  %2 = affine.linearize_index [%c3, %c5] by (4, 6) : index
  return %0#0, %0#1, %0#2, %1#0, %1#1, %2 : index, index, index, index, index, index
}
// -----
func.func @bases(%x: index) -> (index, index, index) {
  %c3 = arith.constant 3 : index
  %1:2 = affine.delinearize_index %x into (%c3) : index, index
  %2 = affine.linearize_index [%x, %c3] by (%c3, %c3) : index
  return %1#0, %1#1, %2 : index, index, index
}
// -----
func.func @a(%x: i32, %y: index) -> (i32, i32, i32, index) {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant -4 : index
  %0 = arith.floordivsi %x, %c3 : i32
  %1 = arith.ceildivsi %x, %c3 : i32
  %2 = arith.ceildivui %x, %c3 : i32
  %3 = arith.floordivsi %y, %c4 : index
  return %0, %1, %2, %3 : i32, i32, i32, index
}
// -----
func.func @b(%x: i32, %y: index) -> (i32, i32, i32, index) {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant -4 : index
  %0 = arith.floordivsi %c3, %x : i32
  %1 = arith.ceildivsi %c3, %x : i32
  %2 = arith.ceildivui %c3, %x : i32
  %3 = arith.ceildivsi %c4, %y : index
  return %0, %1, %2, %3 : i32, i32, i32, index
}
// -----
func.func @c(%x: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>) {
  %c3 = arith.constant dense<3> : vector<4xi32>
  %c4 = arith.constant dense<[1, 2, -3, 4]> : vector<4xi32>
  %0 = arith.floordivsi %x, %c3 : vector<4xi32>
  %1 = arith.ceildivsi %x, %c4 : vector<4xi32>
  %2 = arith.ceildivui %c4, %x : vector<4xi32>
  return %0, %1, %2 : vector<4xi32>, vector<4xi32>, vector<4xi32>
}
// -----
func.func @e(%x: i1, %y: i1) -> (i1, i1, i1) {
  %0 = arith.floordivsi %x, %y : i1
  %1 = arith.ceildivsi %x, %y : i1
  %2 = arith.ceildivui %x, %y : i1
  return %0, %1, %2 : i1, i1, i1
}
// -----
func.func @casts(%t: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  %2 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x8xf32>
  %3 = tensor.cast %2 : tensor<?x8xf32> to tensor<*xf32>
  return %1, %2, %3 : tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>
}
// -----
func.func @dims(%t: tensor<4x?xf32>, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %t, %c1 : tensor<4x?xf32>
  %2 = tensor.empty(%n) : tensor<?x3xf32>
  %3 = tensor.dim %2, %c0 : tensor<?x3xf32>
  %4 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %5 = tensor.dim %4, %c0 : tensor<?x?xf32>
  return %0, %1, %3, %5 : index, index, index, index
}
// -----
func.func @inserted(%t: tensor<4xf32>, %x: f32, %i: index) -> (f32, f32, tensor<3xf32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert %x into %t[%c2] : tensor<4xf32>
  %1 = tensor.extract %0[%c2] : tensor<4xf32>
  %2 = tensor.extract %0[%i] : tensor<4xf32>
  %s = arith.constant dense<1.0> : tensor<3xf32>
  %o = arith.constant 1.0 : f32
  %3 = tensor.insert %o into %s[%c2] : tensor<3xf32>
  return %1, %2, %3 : f32, f32, tensor<3xf32>
}
// -----
func.func @reshape_ops(%t: tensor<?xf32>, %s: tensor<1xindex>, %u: tensor<4xf32>, %n: index) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>) {
  %0 = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %k = arith.constant dense<[2, 2]> : tensor<2xindex>
  %1 = tensor.reshape %u(%k) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  %e = tensor.from_elements %n : tensor<1xindex>
  %2 = tensor.reshape %0(%e) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>
}
// -----
func.func @bitcasts(%t: tensor<4xui32>, %u: tensor<?xf32>) -> (tensor<4xi32>, tensor<?xi32>, tensor<?xf32>) {
  %0 = tensor.bitcast %t : tensor<4xui32> to tensor<4xi32>
  %1 = tensor.bitcast %u : tensor<?xf32> to tensor<?xi32>
  %2 = tensor.bitcast %1 : tensor<?xi32> to tensor<?xf32>
  return %0, %1, %2 : tensor<4xi32>, tensor<?xi32>, tensor<?xf32>
}

// CHECK: func.func @digits(%arg0: index) -> (index, index, index, index, index, index) {
// CHECK-NEXT: %0 = llvm.mlir.constant(5 : index) : i64
// CHECK-NEXT: %1 = llvm.mlir.constant(-5 : index) : i64
// CHECK-NEXT: %2 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : i64 to index
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : i64 to index
// CHECK-NEXT: %7 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %7 : i64 to index
// CHECK-NEXT: %9 = llvm.mlir.constant(-2 : index) : i64
// CHECK-NEXT: %10 = builtin.unrealized_conversion_cast %9 : i64 to index
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %12 = builtin.unrealized_conversion_cast %11 : i64 to index
// CHECK-NEXT: %13 = llvm.mlir.constant(23 : index) : i64
// CHECK-NEXT: %14 = builtin.unrealized_conversion_cast %13 : i64 to index
// CHECK-NEXT: return %4, %6, %8, %10, %12, %14 : index, index, index, index, index, index
// CHECK-NEXT: }
// CHECK: func.func @bases(%arg0: index) -> (index, index, index) {
// CHECK-NEXT: %0 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
// CHECK-NEXT: %2:2 = affine.delinearize_index %arg0 into (3) : index, index
// CHECK-NEXT: %3 = affine.linearize_index [%arg0, %1] by (3, 3) : index
// CHECK-NEXT: return %2#0, %2#1, %3 : index, index, index
// CHECK-NEXT: }
// CHECK: func.func @a(%arg0: i32, %arg1: index) -> (i32, i32, i32, index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT: %2 = llvm.mlir.constant(-4 : index) : i64
// CHECK-NEXT: %3 = llvm.sdiv %arg0, %1 : i32
// CHECK-NEXT: %4 = llvm.mul %3, %1 : i32
// CHECK-NEXT: %5 = llvm.icmp "ne" %arg0, %4 : i32
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %7 = llvm.icmp "slt" %arg0, %6 : i32
// CHECK-NEXT: %8 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %9 = llvm.icmp "ne" %7, %8 : i1
// CHECK-NEXT: %10 = llvm.and %5, %9 : i1
// CHECK-NEXT: %11 = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT: %12 = llvm.add %3, %11 : i32
// CHECK-NEXT: %13 = llvm.select %10, %12, %3 : i1, i32
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %15 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %16 = llvm.sdiv %arg0, %1 : i32
// CHECK-NEXT: %17 = llvm.mul %16, %1 : i32
// CHECK-NEXT: %18 = llvm.icmp "ne" %arg0, %17 : i32
// CHECK-NEXT: %19 = llvm.icmp "slt" %arg0, %14 : i32
// CHECK-NEXT: %20 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %21 = llvm.icmp "eq" %19, %20 : i1
// CHECK-NEXT: %22 = llvm.and %18, %21 : i1
// CHECK-NEXT: %23 = llvm.add %16, %15 : i32
// CHECK-NEXT: %24 = llvm.select %22, %23, %16 : i1, i32
// CHECK-NEXT: %25 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %26 = llvm.icmp "eq" %arg0, %25 : i32
// CHECK-NEXT: %27 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %28 = llvm.sub %arg0, %27 : i32
// CHECK-NEXT: %29 = llvm.udiv %28, %1 : i32
// CHECK-NEXT: %30 = llvm.add %29, %27 : i32
// CHECK-NEXT: %31 = llvm.select %26, %25, %30 : i1, i32
// CHECK-NEXT: %32 = llvm.sdiv %0, %2 : i64
// CHECK-NEXT: %33 = llvm.mul %32, %2 : i64
// CHECK-NEXT: %34 = llvm.icmp "ne" %0, %33 : i64
// CHECK-NEXT: %35 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %36 = llvm.icmp "slt" %0, %35 : i64
// CHECK-NEXT: %37 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %38 = llvm.icmp "ne" %36, %37 : i1
// CHECK-NEXT: %39 = llvm.and %34, %38 : i1
// CHECK-NEXT: %40 = llvm.mlir.constant(-1 : index) : i64
// CHECK-NEXT: %41 = llvm.add %32, %40 : i64
// CHECK-NEXT: %42 = llvm.select %39, %41, %32 : i1, i64
// CHECK-NEXT: %43 = builtin.unrealized_conversion_cast %42 : i64 to index
// CHECK-NEXT: return %13, %24, %31, %43 : i32, i32, i32, index
// CHECK-NEXT: }
// CHECK: func.func @b(%arg0: i32, %arg1: index) -> (i32, i32, i32, index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT: %2 = llvm.mlir.constant(-4 : index) : i64
// CHECK-NEXT: %3 = llvm.sdiv %1, %arg0 : i32
// CHECK-NEXT: %4 = llvm.mul %3, %arg0 : i32
// CHECK-NEXT: %5 = llvm.icmp "ne" %4, %1 : i32
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %7 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %8 = llvm.icmp "slt" %arg0, %6 : i32
// CHECK-NEXT: %9 = llvm.icmp "ne" %7, %8 : i1
// CHECK-NEXT: %10 = llvm.and %5, %9 : i1
// CHECK-NEXT: %11 = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT: %12 = llvm.add %3, %11 : i32
// CHECK-NEXT: %13 = llvm.select %10, %12, %3 : i1, i32
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %15 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %16 = llvm.sdiv %1, %arg0 : i32
// CHECK-NEXT: %17 = llvm.mul %16, %arg0 : i32
// CHECK-NEXT: %18 = llvm.icmp "ne" %17, %1 : i32
// CHECK-NEXT: %19 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %20 = llvm.icmp "slt" %arg0, %14 : i32
// CHECK-NEXT: %21 = llvm.icmp "eq" %19, %20 : i1
// CHECK-NEXT: %22 = llvm.and %18, %21 : i1
// CHECK-NEXT: %23 = llvm.add %16, %15 : i32
// CHECK-NEXT: %24 = llvm.select %22, %23, %16 : i1, i32
// CHECK-NEXT: %25 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %26 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %27 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %28 = llvm.mlir.constant(2 : i32) : i32
// CHECK-NEXT: %29 = llvm.udiv %28, %arg0 : i32
// CHECK-NEXT: %30 = llvm.add %29, %27 : i32
// CHECK-NEXT: %31 = llvm.select %26, %25, %30 : i1, i32
// CHECK-NEXT: %32 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %33 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %34 = llvm.sdiv %2, %0 : i64
// CHECK-NEXT: %35 = llvm.mul %34, %0 : i64
// CHECK-NEXT: %36 = llvm.icmp "ne" %35, %2 : i64
// CHECK-NEXT: %37 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %38 = llvm.icmp "slt" %0, %32 : i64
// CHECK-NEXT: %39 = llvm.icmp "eq" %37, %38 : i1
// CHECK-NEXT: %40 = llvm.and %36, %39 : i1
// CHECK-NEXT: %41 = llvm.add %34, %33 : i64
// CHECK-NEXT: %42 = llvm.select %40, %41, %34 : i1, i64
// CHECK-NEXT: %43 = builtin.unrealized_conversion_cast %42 : i64 to index
// CHECK-NEXT: return %13, %24, %31, %43 : i32, i32, i32, index
// CHECK-NEXT: }
// CHECK: func.func @c(%arg0: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>) {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<3> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %1 = llvm.mlir.constant(dense<[1, 2, -3, 4]> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %2 = llvm.sdiv %arg0, %0 : vector<4xi32>
// CHECK-NEXT: %3 = llvm.mul %2, %0 : vector<4xi32>
// CHECK-NEXT: %4 = llvm.icmp "ne" %arg0, %3 : vector<4xi32>
// CHECK-NEXT: %5 = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %6 = llvm.icmp "slt" %arg0, %5 : vector<4xi32>
// CHECK-NEXT: %7 = llvm.mlir.constant(dense<false> : vector<4xi1>) : vector<4xi1>
// CHECK-NEXT: %8 = llvm.icmp "ne" %6, %7 : vector<4xi1>
// CHECK-NEXT: %9 = llvm.and %4, %8 : vector<4xi1>
// CHECK-NEXT: %10 = llvm.mlir.constant(dense<-1> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %11 = llvm.add %2, %10 : vector<4xi32>
// CHECK-NEXT: %12 = llvm.select %9, %11, %2 : vector<4xi1>, vector<4xi32>
// CHECK-NEXT: %13 = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %14 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %15 = llvm.sdiv %arg0, %1 : vector<4xi32>
// CHECK-NEXT: %16 = llvm.mul %15, %1 : vector<4xi32>
// CHECK-NEXT: %17 = llvm.icmp "ne" %arg0, %16 : vector<4xi32>
// CHECK-NEXT: %18 = llvm.icmp "slt" %arg0, %13 : vector<4xi32>
// CHECK-NEXT: %19 = llvm.mlir.constant(dense<[false, false, true, false]> : vector<4xi1>) : vector<4xi1>
// CHECK-NEXT: %20 = llvm.icmp "eq" %18, %19 : vector<4xi1>
// CHECK-NEXT: %21 = llvm.and %17, %20 : vector<4xi1>
// CHECK-NEXT: %22 = llvm.add %15, %14 : vector<4xi32>
// CHECK-NEXT: %23 = llvm.select %21, %22, %15 : vector<4xi1>, vector<4xi32>
// CHECK-NEXT: %24 = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %25 = llvm.mlir.constant(dense<false> : vector<4xi1>) : vector<4xi1>
// CHECK-NEXT: %26 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %27 = llvm.mlir.constant(dense<[0, 1, -4, 3]> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %28 = llvm.udiv %27, %arg0 : vector<4xi32>
// CHECK-NEXT: %29 = llvm.add %28, %26 : vector<4xi32>
// CHECK-NEXT: %30 = llvm.select %25, %24, %29 : vector<4xi1>, vector<4xi32>
// CHECK-NEXT: return %12, %23, %30 : vector<4xi32>, vector<4xi32>, vector<4xi32>
// CHECK-NEXT: }
// CHECK: func.func @e(%arg0: i1, %arg1: i1) -> (i1, i1, i1) {
// CHECK-NEXT: %0 = llvm.sdiv %arg0, %arg1 : i1
// CHECK-NEXT: %1 = llvm.mul %0, %arg1 : i1
// CHECK-NEXT: %2 = llvm.icmp "ne" %arg0, %1 : i1
// CHECK-NEXT: %3 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %4 = llvm.icmp "slt" %arg0, %3 : i1
// CHECK-NEXT: %5 = llvm.icmp "slt" %arg1, %3 : i1
// CHECK-NEXT: %6 = llvm.icmp "ne" %4, %5 : i1
// CHECK-NEXT: %7 = llvm.and %2, %6 : i1
// CHECK-NEXT: %8 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %9 = llvm.add %0, %8 : i1
// CHECK-NEXT: %10 = llvm.select %7, %9, %0 : i1, i1
// CHECK-NEXT: %11 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %12 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %13 = llvm.sdiv %arg0, %arg1 : i1
// CHECK-NEXT: %14 = llvm.mul %13, %arg1 : i1
// CHECK-NEXT: %15 = llvm.icmp "ne" %arg0, %14 : i1
// CHECK-NEXT: %16 = llvm.icmp "slt" %arg0, %11 : i1
// CHECK-NEXT: %17 = llvm.icmp "slt" %arg1, %11 : i1
// CHECK-NEXT: %18 = llvm.icmp "eq" %16, %17 : i1
// CHECK-NEXT: %19 = llvm.and %15, %18 : i1
// CHECK-NEXT: %20 = llvm.add %13, %12 : i1
// CHECK-NEXT: %21 = llvm.select %19, %20, %13 : i1, i1
// CHECK-NEXT: %22 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %23 = llvm.icmp "eq" %arg0, %22 : i1
// CHECK-NEXT: %24 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %25 = llvm.sub %arg0, %24 : i1
// CHECK-NEXT: %26 = llvm.udiv %25, %arg1 : i1
// CHECK-NEXT: %27 = llvm.add %26, %24 : i1
// CHECK-NEXT: %28 = llvm.select %23, %22, %27 : i1, i1
// CHECK-NEXT: return %10, %21, %28 : i1, i1, i1
// CHECK-NEXT: }
// CHECK: func.func @casts(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>) {
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %cast : tensor<?x?xf32> to tensor<4x8xf32>
// CHECK-NEXT: %cast_1 = tensor.cast %cast : tensor<?x?xf32> to tensor<?x8xf32>
// CHECK-NEXT: %cast_2 = tensor.cast %cast_1 : tensor<?x8xf32> to tensor<*xf32>
// CHECK-NEXT: return %cast_0, %cast_1, %cast_2 : tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>
// CHECK-NEXT: }
// CHECK: func.func @dims(%arg0: tensor<4x?xf32>, %arg1: index) -> (index, index, index, index) {
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : i64 to index
// CHECK-NEXT: %4 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : i64 to index
// CHECK-NEXT: %dim = tensor.dim %arg0, %3 : tensor<4x?xf32>
// CHECK-NEXT: %6 = tensor.empty(%arg1) : tensor<?x3xf32>
// CHECK-NEXT: %dim_0 = tensor.dim %6, %1 : tensor<?x3xf32>
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %7 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %7 : i64 to index
// CHECK-NEXT: return %5, %dim, %dim_0, %8 : index, index, index, index
// CHECK-NEXT: }
// CHECK: func.func @inserted(%arg0: tensor<4xf32>, %arg1: f32, %arg2: index) -> (f32, f32, tensor<3xf32>) {
// CHECK-NEXT: %0 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%1] : tensor<4xf32>
// CHECK-NEXT: %extracted = tensor.extract %inserted[%arg2] : tensor<4xf32>
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %2 = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT: %inserted_0 = tensor.insert %2 into %cst[%1] : tensor<3xf32>
// CHECK-NEXT: return %arg1, %extracted, %inserted_0 : f32, f32, tensor<3xf32>
// CHECK-NEXT: }
// CHECK: func.func @reshape_ops(%arg0: tensor<?xf32>, %arg1: tensor<1xindex>, %arg2: tensor<4xf32>, %arg3: index) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<2> : tensor<2xindex>
// CHECK-NEXT: %reshape = tensor.reshape %arg2(%cst) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
// CHECK-NEXT: %from_elements = tensor.from_elements %arg3 : tensor<1xindex>
// CHECK-NEXT: return %arg0, %reshape, %arg0 : tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>
// CHECK-NEXT: }
// CHECK: func.func @bitcasts(%arg0: tensor<4xui32>, %arg1: tensor<?xf32>) -> (tensor<4xi32>, tensor<?xi32>, tensor<?xf32>) {
// CHECK-NEXT: %0 = tensor.bitcast %arg0 : tensor<4xui32> to tensor<4xi32>
// CHECK-NEXT: %1 = tensor.bitcast %arg1 : tensor<?xf32> to tensor<?xi32>
// CHECK-NEXT: %2 = tensor.bitcast %1 : tensor<?xi32> to tensor<?xf32>
// CHECK-NEXT: return %0, %1, %2 : tensor<4xi32>, tensor<?xi32>, tensor<?xf32>
// CHECK-NEXT: }

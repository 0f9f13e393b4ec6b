// RUN: tf-opt --allow-unregistered-dialect --split-input-file --convert-cf-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @as(%c: i1, %d: i1) {
  cf.assert %c, "no \"good\" \C3\A4"
  cf.br ^bb1
^bb1:
  cf.assert %d, "other"
  return
}
// -----
func.func @loop(%n: index, %m: memref<4xf32>) -> index {
  %c0 = arith.constant 0 : index
  cf.br ^bb1(%c0, %m : index, memref<4xf32>)
^bb1(%i: index, %k: memref<4xf32>):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c weights([9, 1]), ^bb2(%k : memref<4xf32>), ^bb3
^bb2(%l: memref<4xf32>):
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  "test.use"(%l) : (memref<4xf32>) -> ()
  cf.br ^bb1(%j, %l : index, memref<4xf32>)
^bb3:
  return %i : index
}
func.func @choice(%n: i32, %x: index) -> index {
  cf.switch %n : i32, [
    default: ^bb1(%x : index),
    1: ^bb1(%x : index),
    3: ^bb2
  ]
^bb1(%i: index):
  return %i : index
^bb2:
  return %x : index
}

// CHECK: module {
// CHECK: llvm.mlir.global private constant @assert_msg_0(dense<[111, 116, 104, 101, 114, 0]> : tensor<6xi8>) {addr_space = 0 : i32} : !llvm.array<6 x i8>
// CHECK: llvm.func @abort()
// CHECK: llvm.func @puts(!llvm.ptr)
// CHECK: llvm.mlir.global private constant @assert_msg(dense<[110, 111, 32, 34, 103, 111, 111, 100, 34, 32, -61, -92, 0]> : tensor<13xi8>) {addr_space = 0 : i32} : !llvm.array<13 x i8>
// CHECK: func.func @as(%arg0: i1, %arg1: i1) {
// CHECK-NEXT: llvm.cond_br %arg0, ^bb1, ^bb4
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: llvm.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: llvm.cond_br %arg1, ^bb3, ^bb5
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %0 = llvm.mlir.addressof @assert_msg : !llvm.ptr
// CHECK-NEXT: %1 = llvm.getelementptr %0[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<13 x i8>
// CHECK-NEXT: llvm.call @puts(%1) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.call @abort() : () -> ()
// CHECK-NEXT: llvm.unreachable
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %2 = llvm.mlir.addressof @assert_msg_0 : !llvm.ptr
// CHECK-NEXT: %3 = llvm.getelementptr %2[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<6 x i8>
// CHECK-NEXT: llvm.call @puts(%3) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.call @abort() : () -> ()
// CHECK-NEXT: llvm.unreachable
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @loop(%arg0: index, %arg1: memref<4xf32>) -> index {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %c0 : index to i64
// CHECK-NEXT: llvm.br ^bb1(%1, %0 : i64, !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)
// CHECK-NEXT: ^bb1(%2: i64, %3: !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>):
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %2 : i64 to index
// CHECK-NEXT: %5 = arith.cmpi slt, %4, %arg0 : index
// CHECK-NEXT: llvm.cond_br %5 weights([9, 1]), ^bb2(%3 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>), ^bb3
// CHECK-NEXT: ^bb2(%6: !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>):
// CHECK-NEXT: %7 = builtin.unrealized_conversion_cast %6 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %8 = arith.addi %4, %c1 : index
// CHECK-NEXT: %9 = builtin.unrealized_conversion_cast %8 : index to i64
// CHECK-NEXT: "test.use"(%7) : (memref<4xf32>) -> ()
// CHECK-NEXT: llvm.br ^bb1(%9, %6 : i64, !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return %4 : index
// CHECK-NEXT: }
// CHECK: func.func @choice(%arg0: i32, %arg1: index) -> index {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: llvm.switch %arg0 : i32, ^bb1(%0 : i64) [
// CHECK-NEXT: 1: ^bb1(%0 : i64),
// CHECK-NEXT: 3: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%1: i64):
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %1 : i64 to index
// CHECK-NEXT: return %2 : index
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: return %arg1 : index
// CHECK-NEXT: }

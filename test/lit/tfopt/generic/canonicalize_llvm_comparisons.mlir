// RUN: tf-opt %s --canonicalize | filecheck %s

/// What is expected is what upstream's pass prints.

llvm.func @a(%x: i32, %p: !llvm.ptr, %v: vector<4xi32>) -> !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)> {
  %c = llvm.mlir.constant(1 : i32) : i32
  %al = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %z = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.icmp "eq" %x, %x : i32
  %1 = llvm.icmp "ne" %x, %x : i32
  %2 = llvm.icmp "sle" %x, %x : i32
  %3 = llvm.icmp "eq" %al, %z : !llvm.ptr
  %4 = llvm.icmp "ne" %z, %al : !llvm.ptr
  %5 = llvm.icmp "eq" %c, %x : i32
  %6 = llvm.icmp "eq" %v, %v : vector<4xi32>
  %s = llvm.mlir.poison : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  %s0 = llvm.insertvalue %0, %s[0] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  %s3 = llvm.insertvalue %3, %s2[3] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  %s4 = llvm.insertvalue %4, %s3[4] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  %s5 = llvm.insertvalue %5, %s4[5] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  %s6 = llvm.insertvalue %6, %s5[6] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
  llvm.return %s6 : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
}

// CHECK: llvm.func @a(%arg0: i32, %arg1: !llvm.ptr, %arg2: vector<4xi32>) -> !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)> {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
// CHECK-NEXT: %1 = llvm.mlir.poison : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %3 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %4 = llvm.mlir.constant(false) : i1
// CHECK-NEXT: %5 = llvm.icmp "sle" %arg0, %arg0 : i32
// CHECK-NEXT: %6 = llvm.icmp "eq" %2, %arg0 : i32
// CHECK-NEXT: %7 = llvm.insertvalue %3, %1[0] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: %8 = llvm.insertvalue %4, %7[1] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: %9 = llvm.insertvalue %5, %8[2] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: %10 = llvm.insertvalue %4, %9[3] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: %11 = llvm.insertvalue %3, %10[4] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: %12 = llvm.insertvalue %6, %11[5] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: %13 = llvm.insertvalue %0, %12[6] : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: llvm.return %13 : !llvm.struct<(i1, i1, i1, i1, i1, i1, vector<4xi1>)>
// CHECK-NEXT: }

// RUN: tf-opt %s --canonicalize | filecheck %s
// Vectors of one element, casts of casts, indices; which loads and instructions without users stay.

llvm.func @sh(%a: vector<1xf32>, %b: vector<1xf32>, %c: vector<2xf32>, %s: vector<[1]xf32>) -> vector<1xf32> {
  %0 = llvm.shufflevector %a, %b [1] : vector<1xf32>
  %1 = llvm.shufflevector %c, %c [0] : vector<2xf32>
  %2 = llvm.shufflevector %a, %b [-1] : vector<1xf32>
  %3 = llvm.call @use(%0, %1, %2) : (vector<1xf32>, vector<1xf32>, vector<1xf32>) -> vector<1xf32>
  llvm.return %3 : vector<1xf32>
}
llvm.func @use(vector<1xf32>, vector<1xf32>, vector<1xf32>) -> vector<1xf32>
llvm.func @cast(%p: !llvm.ptr, %v: i32) -> !llvm.ptr {
  %0 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %1 = llvm.addrspacecast %0 : !llvm.ptr<1> to !llvm.ptr<2>
  %2 = llvm.addrspacecast %1 : !llvm.ptr<2> to !llvm.ptr<3>
  llvm.store %v, %2 : i32, !llvm.ptr<3>
  llvm.store %v, %0 : i32, !llvm.ptr<1>
  %3 = llvm.ptrtoint %p : !llvm.ptr to i64
  %4 = llvm.inttoptr %3 : i64 to !llvm.ptr
  llvm.return %4 : !llvm.ptr
}
llvm.func @gep(%p: !llvm.ptr, %ps: vector<2x!llvm.ptr>) -> !llvm.ptr {
  %c = llvm.mlir.constant(0 : i64) : i64
  %z = llvm.mlir.zero : i64
  %0 = llvm.getelementptr %p[%z] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %1 = llvm.getelementptr %p[%z, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i8, i8)>
  %b = arith.constant 5000000000 : i64
  %2 = llvm.getelementptr %p[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %i = arith.constant dense<2> : vector<2xi64>
  %3 = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, i8
  %4 = llvm.getelementptr inbounds %1[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %3, %0 : vector<2x!llvm.ptr>, !llvm.ptr
  llvm.store %2, %4 : !llvm.ptr, !llvm.ptr
  llvm.return %1 : !llvm.ptr
}
llvm.func @asm(%x: i32) {
  %0 = llvm.inline_asm "a", "=r,r" %x : (i32) -> i32
  %1 = llvm.inline_asm has_side_effects "a", "=r,r" %x : (i32) -> i32
  llvm.inline_asm "b", "r" %x : (i32) -> ()
  llvm.return
}
llvm.func @loads(%x: !llvm.ptr) {
  %0 = llvm.load %x atomic unordered {alignment = 4 : i64} : !llvm.ptr -> i32
  %1 = llvm.load %x atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %2 = llvm.load %x atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %3 = llvm.load volatile %x : !llvm.ptr -> i32
  %4 = llvm.load %x invariant : !llvm.ptr -> i32
  llvm.return
}

// CHECK: llvm.func @sh(%arg0: vector<1xf32>, %arg1: vector<1xf32>, %arg2: vector<2xf32>, %arg3: vector<[1]xf32>) -> vector<1xf32> {
// CHECK-NEXT: %0 = llvm.shufflevector %arg0, %arg1 [1] : vector<1xf32>
// CHECK-NEXT: %1 = llvm.shufflevector %arg2, %arg2 [0] : vector<2xf32>
// CHECK-NEXT: %2 = llvm.shufflevector %arg0, %arg1 [-1] : vector<1xf32>
// CHECK-NEXT: %3 = llvm.call @use(%0, %1, %2) : (vector<1xf32>, vector<1xf32>, vector<1xf32>) -> vector<1xf32>
// CHECK-NEXT: llvm.return %3 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @use(vector<1xf32>, vector<1xf32>, vector<1xf32>) -> vector<1xf32>
// CHECK-NEXT: llvm.func @cast(%arg0: !llvm.ptr, %arg1: i32) -> !llvm.ptr {
// CHECK-NEXT: %0 = llvm.addrspacecast %arg0 : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT: %1 = llvm.addrspacecast %arg0 : !llvm.ptr to !llvm.ptr<3>
// CHECK-NEXT: llvm.store %arg1, %1 : i32, !llvm.ptr<3>
// CHECK-NEXT: llvm.store %arg1, %0 : i32, !llvm.ptr<1>
// CHECK-NEXT: %2 = llvm.ptrtoint %arg0 : !llvm.ptr to i64
// CHECK-NEXT: %3 = llvm.inttoptr %2 : i64 to !llvm.ptr
// CHECK-NEXT: llvm.return %3 : !llvm.ptr
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @gep(%arg0: !llvm.ptr, %arg1: vector<2x!llvm.ptr>) -> !llvm.ptr {
// CHECK-NEXT: %cst = arith.constant dense<2> : vector<2xi64>
// CHECK-NEXT: %c5000000000_i64 = arith.constant 5000000000 : i64
// CHECK-NEXT: %0 = llvm.getelementptr %arg0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i8)>
// CHECK-NEXT: %1 = llvm.getelementptr %arg0[%c5000000000_i64] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %2 = llvm.getelementptr %arg0[%cst] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, i8
// CHECK-NEXT: %3 = llvm.getelementptr inbounds %0[1] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.store %2, %arg0 : vector<2x!llvm.ptr>, !llvm.ptr
// CHECK-NEXT: llvm.store %1, %3 : !llvm.ptr, !llvm.ptr
// CHECK-NEXT: llvm.return %0 : !llvm.ptr
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @asm(%arg0: i32) {
// CHECK-NEXT: %0 = llvm.inline_asm has_side_effects "a", "=r,r" %arg0 : (i32) -> i32
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @loads(%arg0: !llvm.ptr) {
// CHECK-NEXT: %0 = llvm.load %arg0 atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK-NEXT: %1 = llvm.load %arg0 atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK-NEXT: %2 = llvm.load volatile %arg0 : !llvm.ptr -> i32
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }

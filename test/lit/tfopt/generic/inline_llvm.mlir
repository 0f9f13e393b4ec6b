// RUN: tf-opt --inline %s | filecheck %s

llvm.func @print(!llvm.ptr)
llvm.func @with_memory(%n: i32, %open: i1) -> i32 {
  %three = llvm.mlir.constant(3 : i32) : i32
  %0 = llvm.alloca %three x i32 : (i32) -> !llvm.ptr
  llvm.call @print(%0) : (!llvm.ptr) -> ()
  llvm.cond_br %open, ^more, ^end(%n : i32)
^more:
  %1 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  llvm.call @print(%1) : (!llvm.ptr) -> ()
  %2 = llvm.load %0 : !llvm.ptr -> i32
  llvm.br ^end(%2 : i32)
^end(%3: i32):
  llvm.return %3 : i32
}
llvm.func @in_a_loop(%n: i32, %open: i1) -> i32 {
  llvm.br ^loop(%n : i32)
^loop(%i: i32):
  %0 = llvm.call @with_memory(%i, %open) : (i32, i1) -> i32
  %1 = llvm.icmp "eq" %0, %n : i32
  llvm.cond_br %1, ^loop(%0 : i32), ^end
^end:
  llvm.return %0 : i32
}
llvm.func @by_value(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i8, i64)>, llvm.align = 16 : i64}) {
  llvm.call @print(%p) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @gives(%p: !llvm.ptr) {
  llvm.call @by_value(%p) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @any_number(%x: i32, ...) -> i32 {
  llvm.return %x : i32
}
llvm.func @never(%x: i32) -> i32 {
  llvm.unreachable
}
llvm.func @calls(%x: i32) -> i32 {
  %0 = llvm.call @any_number(%x, %x) vararg(!llvm.func<i32 (i32, ...)>) : (i32, i32) -> i32
  %1 = llvm.call @once(%0) {no_inline} : (i32) -> i32
  %2 = llvm.call @once(%1) : (i32) -> i32
  llvm.return %2 : i32
}
llvm.func @stops(%x: i32) -> i32 {
  %0 = llvm.call @never(%x) : (i32) -> i32
  %1 = llvm.add %0, %x : i32
  llvm.return %1 : i32
}
llvm.func @once(%x: i32) -> i32 {
  %0 = llvm.mul %x, %x : i32
  llvm.return %0 : i32
}

// CHECK: llvm.func @print(!llvm.ptr)
// CHECK: llvm.func @with_memory(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT: %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT: llvm.call @print(%1) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.cond_br %arg1, ^bb1, ^bb2(%arg0 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %2 = llvm.alloca %arg0 x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT: llvm.call @print(%2) : (!llvm.ptr) -> ()
// CHECK-NEXT: %3 = llvm.load %1 : !llvm.ptr -> i32
// CHECK-NEXT: llvm.br ^bb2(%3 : i32)
// CHECK-NEXT: ^bb2(%4: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: llvm.return %4 : i32
// CHECK: llvm.func @in_a_loop(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT: %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT: llvm.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%2: i32):  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT: %3 = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: llvm.intr.lifetime.start %1 : !llvm.ptr
// CHECK-NEXT: llvm.call @print(%1) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.cond_br %arg1, ^bb2, ^bb3(%2 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: %4 = llvm.alloca %2 x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT: llvm.call @print(%4) : (!llvm.ptr) -> ()
// CHECK-NEXT: %5 = llvm.load %1 : !llvm.ptr -> i32
// CHECK-NEXT: llvm.br ^bb3(%5 : i32)
// CHECK-NEXT: ^bb3(%6: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: llvm.intr.stackrestore %3 : !llvm.ptr
// CHECK-NEXT: llvm.intr.lifetime.end %1 : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb4(%6 : i32)
// CHECK-NEXT: ^bb4(%7: i32):  // pred: ^bb3
// CHECK-NEXT: %8 = llvm.icmp "eq" %7, %arg0 : i32
// CHECK-NEXT: llvm.cond_br %8, ^bb1(%7 : i32), ^bb5
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT: llvm.return %7 : i32
// CHECK: llvm.func @by_value(%arg0: !llvm.ptr {llvm.align = 16 : i64, llvm.byval = !llvm.struct<(i8, i64)>}) {
// CHECK-NEXT: llvm.call @print(%arg0) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.return
// CHECK: llvm.func @gives(%arg0: !llvm.ptr) {
// CHECK-NEXT: %0 = llvm.mlir.constant(12 : i64) : i64
// CHECK-NEXT: %1 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %2 = llvm.alloca %1 x !llvm.struct<(i8, i64)> {alignment = 16 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT: "llvm.intr.memcpy"(%2, %arg0, %0) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: llvm.call @print(%2) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.return
// CHECK: llvm.func @any_number(%arg0: i32, ...) -> i32 {
// CHECK-NEXT: llvm.return %arg0 : i32
// CHECK: llvm.func @never(%arg0: i32) -> i32 {
// CHECK-NEXT: llvm.unreachable
// CHECK: llvm.func @calls(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.call @any_number(%arg0, %arg0) vararg(!llvm.func<i32 (i32, ...)>) : (i32, i32) -> i32
// CHECK-NEXT: %1 = llvm.call @once(%0) {no_inline} : (i32) -> i32
// CHECK-NEXT: %2 = llvm.mul %1, %1 : i32
// CHECK-NEXT: llvm.return %2 : i32
// CHECK: llvm.func @stops(%arg0: i32) -> i32 {
// CHECK-NEXT: llvm.unreachable
// CHECK: llvm.func @once(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.mul %arg0, %arg0 : i32
// CHECK-NEXT: llvm.return %0 : i32

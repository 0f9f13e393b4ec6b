// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Blocks, phi nodes, operations on constants.

llvm.func @dup(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^x(%a : i32), ^x(%b : i32)
^x(%v: i32):
  llvm.switch %v : i32, ^y(%a, %b : i32, i32) [ -1: ^y(%b, %a : i32, i32), 5: ^z, 6: ^z, 7: ^x(%b : i32) ] {branch_weights = array<i32: 1, 2, 3, 4, 5>}
^y(%p: i32, %q: i32):
  %s = llvm.add %p, %q : i32
  llvm.br ^w(%s : i32)
^z:
  llvm.unreachable
^w(%t: i32):
  %lt = llvm.icmp "ult" %t, %a : i32
  llvm.cond_br %lt, ^w(%t : i32), ^done
^done:
  llvm.return %t : i32
}
llvm.func @ind(%p: !llvm.ptr, %a: i32) -> i32 {
  llvm.indirectbr %p : !llvm.ptr, [^x, ^y(%a : i32)]
^x:
  %k = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^y(%k : i32)
^y(%v: i32):
  llvm.return %v : i32
}
llvm.func @unreached() {
  llvm.return
^bb1:
  %0 = llvm.mlir.constant(2 : i64) : i64
  llvm.br ^bb1
}
llvm.func @folds(%x: i32) -> i32 {
  %0 = llvm.mlir.constant(6 : i32) : i32
  %1 = llvm.mlir.constant(4 : i32) : i32
  %2 = llvm.sub %1, %0 : i32
  %3 = llvm.sdiv %2, %1 : i32
  %4 = llvm.urem %2, %1 : i32
  %5 = llvm.shl %0, %1 : i32
  %6 = llvm.ashr %2, %1 : i32
  %7 = llvm.icmp "ugt" %2, %0 : i32
  %8 = llvm.select %7, %3, %4 : i1, i32
  %9 = llvm.xor %8, %5 : i32
  %10 = llvm.add %9, %6 : i32
  %11 = llvm.add %10, %x : i32
  %f = llvm.mlir.constant(1.5 : f32) : f32
  %g = llvm.mlir.constant(0.1 : f32) : f32
  %h = llvm.fmul %f, %g : f32
  %i = llvm.fptosi %h : f32 to i32
  %j = llvm.add %11, %i : i32
  %v1 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xi32>
  %v2 = llvm.mul %v1, %v1 : vector<2xi32>
  %c1 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %j : i32
}

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: define i32 @dup(i1 %0, i32 %1, i32 %2) {
// CHECK-NEXT: br i1 %0, label %4, label %15
// CHECK: 4:
// CHECK-NEXT: %5 = phi i32 [ %16, %15 ], [ %2, %4 ], [ %1, %3 ]
// CHECK-NEXT: switch i32 %5, label %6 [
// CHECK-NEXT: i32 -1, label %17
// CHECK-NEXT: i32 5, label %10
// CHECK-NEXT: i32 6, label %10
// CHECK-NEXT: i32 7, label %4
// CHECK-NEXT: ], !prof !1
// CHECK: 6:
// CHECK-NEXT: %7 = phi i32 [ %18, %17 ], [ %1, %4 ]
// CHECK-NEXT: %8 = phi i32 [ %19, %17 ], [ %2, %4 ]
// CHECK-NEXT: %9 = add i32 %7, %8
// CHECK-NEXT: br label %11
// CHECK: 10:
// CHECK-NEXT: unreachable
// CHECK: 11:
// CHECK-NEXT: %12 = phi i32 [ %12, %11 ], [ %9, %6 ]
// CHECK-NEXT: %13 = icmp ult i32 %12, %1
// CHECK-NEXT: br i1 %13, label %11, label %14
// CHECK: 14:
// CHECK-NEXT: ret i32 %12
// CHECK: 15:
// CHECK-NEXT: %16 = phi i32 [ %2, %3 ]
// CHECK-NEXT: br label %4
// CHECK: 17:
// CHECK-NEXT: %18 = phi i32 [ %2, %4 ]
// CHECK-NEXT: %19 = phi i32 [ %1, %4 ]
// CHECK-NEXT: br label %6
// CHECK-NEXT: }
// CHECK: define i32 @ind(ptr %0, i32 %1) {
// CHECK-NEXT: indirectbr ptr %0, [label %3, label %4]
// CHECK: 3:
// CHECK-NEXT: br label %4
// CHECK: 4:
// CHECK-NEXT: %5 = phi i32 [ 1, %3 ], [ %1, %2 ]
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define void @unreached() {
// CHECK-NEXT: ret void
// CHECK: 1:
// CHECK-NEXT: br label %1
// CHECK-NEXT: }
// CHECK: define i32 @folds(i32 %0) {
// CHECK-NEXT: %2 = add i32 95, %0
// CHECK-NEXT: %3 = add i32 %2, 0
// CHECK-NEXT: ret i32 %3
// CHECK-NEXT: }
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !1 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4, i32 5}

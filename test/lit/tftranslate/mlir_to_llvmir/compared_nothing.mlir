// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s
/// Comparisons with what is not defined; as mlir-translate 22 writes them.
// CHECK: define void @f() {
// CHECK-NEXT: call void @g(i1 undef, i1 false, i1 false, i1 false, i1 undef, i1 undef)
// CHECK-NEXT: call void @g(i1 false, i1 true, i1 true, i1 false, i1 false, i1 false)
llvm.func @g(i1,i1,i1,i1,i1,i1)
llvm.func @f() {
  %u = llvm.mlir.undef : i32
  %a = llvm.mlir.constant(3 : i32) : i32
  %z = llvm.mlir.constant(0 : i32) : i32
  %m = llvm.mlir.constant(-1 : i32) : i32
  %0 = llvm.icmp "eq" %u, %a : i32
  %1 = llvm.icmp "slt" %u, %a : i32
  %2 = llvm.icmp "ult" %a, %u : i32
  %3 = llvm.icmp "ult" %u, %z : i32
  %4 = llvm.icmp "ne" %u, %u : i32
  %5 = llvm.icmp "uge" %u, %u : i32
  llvm.call @g(%0,%1,%2,%3,%4,%5) : (i1,i1,i1,i1,i1,i1) -> ()
  %uf = llvm.mlir.undef : f32
  %af = llvm.mlir.constant(3.0 : f32) : f32
  %6 = llvm.fcmp "oeq" %uf, %af : f32
  %7 = llvm.fcmp "ueq" %uf, %af : f32
  %8 = llvm.fcmp "une" %uf, %af : f32
  %9 = llvm.fcmp "olt" %uf, %uf : f32
  llvm.call @g(%6,%7,%8,%9,%9,%9) : (i1,i1,i1,i1,i1,i1) -> ()
  llvm.return
}

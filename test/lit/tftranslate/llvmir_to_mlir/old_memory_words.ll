; RUN: tf-translate %s --llvmir-to-mlir | filecheck %s
; What functions said of memory before memory(..).

define void @a() readnone {
  ret void
}
define void @b() readonly {
  ret void
}
define void @c() argmemonly readonly nounwind {
  ret void
}
define void @d(ptr readonly %p) writeonly {
  ret void
}

; CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, i64 = dense<[32, 64]> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little">, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT: llvm.func @a() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
; CHECK-NEXT: llvm.return
; CHECK-NEXT: }
; CHECK-NEXT: llvm.func @b() attributes {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>} {
; CHECK-NEXT: llvm.return
; CHECK-NEXT: }
; CHECK-NEXT: llvm.func @c() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind} {
; CHECK-NEXT: llvm.return
; CHECK-NEXT: }
; CHECK-NEXT: llvm.func @d(%arg0: !llvm.ptr {llvm.readonly}) attributes {memory_effects = #llvm.memory_effects<other = write, argMem = write, inaccessibleMem = write, errnoMem = write, targetMem0 = write, targetMem1 = write>} {
; CHECK-NEXT: llvm.return
; CHECK-NEXT: }
; CHECK-NEXT: }

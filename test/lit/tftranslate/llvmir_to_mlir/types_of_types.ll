; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s
; Structures in structures, and one that others share; as mlir-translate 22 reads them.
; CHECK: llvm.mlir.global external @x() {addr_space = 0 : i32} : !llvm.struct<"a", (i32, ptr, struct<"b", (struct<"c", (i8, struct<"d", (i16)>)>, struct<"c", (i8, struct<"d", (i16)>)>)>)>
; CHECK-NEXT: llvm.mlir.global external @y() {addr_space = 0 : i32} : !llvm.struct<"list", (i32, struct<"node", (ptr, struct<"d", (i16)>)>)>
; CHECK-NEXT: llvm.mlir.global external @z() {addr_space = 0 : i32} : !llvm.struct<"b", (struct<"c", (i8, struct<"d", (i16)>)>, struct<"c", (i8, struct<"d", (i16)>)>)>
%a = type { i32, ptr, %b }
%b = type { %c, %c }
%c = type { i8, %d }
%d = type { i16 }
%list = type { i32, %node }
%node = type { ptr, %d }
@x = external global %a
@y = external global %list
@z = external global %b

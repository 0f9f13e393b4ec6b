; What front ends say rarely, and the llvm dialect not at all, comes back from it as it was: llvm-diff finds no difference.

; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s
; RUN: tf-translate --llvmir-to-mlir %s | tf-translate --mlir-to-llvmir - | filecheck %s --check-prefix=BACK
; RUN: tf-translate --llvmir-to-mlir %s | tf-opt - | tf-translate --mlir-to-llvmir - | filecheck %s --check-prefix=BACK

target datalayout = "P1-A5"

; BACK: %argument = type { i32, i64 }
%argument = type { i32, i64 }

; CHECK: llvm.mlir.addressof @plain {tfir.no_cfi} : !llvm.ptr<1>
; CHECK: llvm.mlir.addressof @plain {tfir.ptrauth = [2 : i32, 1234, unit]} : !llvm.ptr<1>
; CHECK: llvm.mlir.addressof @plain {tfir.ptrauth = [1 : i32, -5, @signed]} : !llvm.ptr<1>
; BACK: @body = global ptr addrspace(1) no_cfi @plain
; BACK: @signed = global ptr addrspace(1) ptrauth (ptr addrspace(1) @plain, i32 2, i64 1234)
; BACK: @placed = global ptr addrspace(1) ptrauth (ptr addrspace(1) @plain, i32 1, i64 -5, ptr @signed)
; BACK: @number = global i64 ptrtoaddr (ptr @signed to i64)
; BACK: @sum = global i64 add nuw (i64 ptrtoint (ptr @signed to i64), i64 5)
; BACK: @relative = constant i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @near to i64), i64 ptrtoint (ptr @relative to i64)) to i32)
; BACK-NOT: prefix =
@body = global ptr addrspace(1) no_cfi @plain
@signed = global ptr addrspace(1) ptrauth (ptr addrspace(1) @plain, i32 2, i64 1234)
@placed = global ptr addrspace(1) ptrauth (ptr addrspace(1) @plain, i32 1, i64 -5, ptr @signed)
@number = global i64 ptrtoaddr (ptr @signed to i64)
@sum = global i64 add nuw (i64 ptrtoint (ptr @signed to i64), i64 5)
@relative = constant i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @near to i64), i64 ptrtoint (ptr @relative to i64)) to i32)

; CHECK: llvm.func @plain()
; BACK: declare void @plain()
declare void @plain()
declare void @near() addrspace(0)

; CHECK: llvm.mlir.global private constant @parts.prefix() {{.*}}tfir.part
; CHECK: llvm.mlir.global private constant @parts.prologue(77 : i8) {{.*}}tfir.part
; CHECK: llvm.func @parts() attributes {{.*}}tfir.personality = @parts.personality, tfir.prefix = @parts.prefix, tfir.prologue = @parts.prologue
; BACK: define void @parts() prefix { i64, ptr } { i64 ptrtoint (ptr @sum to i64), ptr @sum } prologue i8 77 personality ptr null {
define void @parts() prefix { i64, ptr } { i64 ptrtoint (ptr @sum to i64), ptr @sum } prologue i8 77 personality ptr null {
  ret void
}

; CHECK: llvm.func @convention() attributes {tfir.convention = "graalcc"}
; BACK: declare graalcc void @convention()
; BACK: declare riscv_vls_cc(128) void @sized()
; BACK: declare void @given(ptr byval(%argument))
declare graalcc void @convention()
declare riscv_vls_cc(128) void @sized()
declare void @given(ptr byval(%argument))

; CHECK: llvm.func @elsewhere(%arg0: !llvm.ptr) attributes {tfir.address_space = 0
; BACK: define void @elsewhere(ptr %0) addrspace(0) {
; BACK: call addrspace(0) void %0()
; BACK: call addrspace(0) void @elsewhere(ptr %0)
; BACK: call void @plain()
; BACK: call graalcc void @convention()
; BACK: alloca i32, align 4{{$}}
; BACK: alloca i32, align 4, addrspace(5)
define void @elsewhere(ptr %0) addrspace(0) {
  call addrspace(0) void %0()
  call addrspace(0) void @elsewhere(ptr %0)
  call void @plain()
  call graalcc void @convention()
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4, addrspace("A")
  ret void
}

; CHECK: llvm.call_intrinsic "llvm.read_register.i64"() {tfir.metadata_arguments = {{\[\[}}0, ["rsp"]]]} : () -> i64
; CHECK: llvm.call_intrinsic "llvm.type.test"(%arg0) {tfir.metadata_arguments = {{\[\[}}1, "typeid"]]} : (!llvm.ptr) -> i1
; CHECK: llvm.intr.ctpop(%{{.*}}) {tfir.res_attrs = [{llvm.range = #llvm.constant_range<i64, 0, 65>}], tfir.tail = "tail"
; CHECK: llvm.inline_asm has_side_effects asm_dialect = att {tfir.unwind} "nop", ""  : () -> !llvm.void
; CHECK: llvm.inline_asm {{.*}}operand_attrs = [{elementtype = i32}] "x $0", "=*m" %arg0 : (!llvm.ptr) -> !llvm.void
; BACK: call i64 @llvm.read_register.i64(metadata ![[REGISTER:[0-9]+]])
; BACK: call i1 @llvm.type.test(ptr %0, metadata !"typeid")
; BACK: tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %
; BACK: call void asm sideeffect unwind "nop", ""()
; BACK: call void asm "x $0", "=*m"(ptr elementtype(i32) %0)
; BACK: ptrtoaddr ptr %0 to i64
define void @calls(ptr %0) {
  %2 = call i64 @llvm.read_register.i64(metadata !0)
  %3 = call i1 @llvm.type.test(ptr %0, metadata !"typeid")
  %4 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %2)
  call void asm sideeffect unwind "nop", ""()
  call void asm "x $0", "=*m"(ptr elementtype(i32) %0)
  %5 = ptrtoaddr ptr %0 to i64
  ret void
}
declare i64 @llvm.read_register.i64(metadata)
declare i1 @llvm.type.test(ptr, metadata)
declare i64 @llvm.ctpop.i64(i64)

; A call of what takes any number of arguments.
; CHECK: llvm.call_intrinsic "llvm.experimental.gc.statepoint.p0"{{.*}} ["gc-live"(%arg0 : !llvm.ptr<2>)] {tfir.callee_type = !llvm.func<token (i64, i32, ptr<1>, i32, i32, ...)>}
; BACK: call token (i64, i32, ptr addrspace(1), i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr addrspace(1) elementtype(void ()) @plain, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(2) %0) ]
define void @collected(ptr addrspace(2) %0) gc "statepoint-example" {
  %2 = call token (i64, i32, ptr addrspace(1), i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr addrspace(1) elementtype(void ()) @plain, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(2) %0) ]
  ret void
}
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr addrspace(1), i32, i32, ...)

; Flags and metadata of phi nodes stand at the branches to them; where there are none nothing stands there.
; CHECK: llvm.cond_br %arg0, ^bb1, ^bb2(%arg1, %arg1 : f32, f32) {tfir.phis = {{\[\[}}1, 1, 2, #llvm.fastmath<nnan, nsz>, {{\[\[}}"my.kind", []]]]]}
; CHECK: llvm.cond_br %arg0, ^bb3, ^bb4(%arg1 : f32)
; BACK: phi float [
; BACK-NEXT: phi nnan nsz float [ {{.*}}, !my.kind !
; BACK: phi float [
define float @chosen(i1 %c, float %x) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi float [ %x, %entry ], [ 1.0, %a ]
  %q = phi nnan nsz float [ %x, %entry ], [ 2.0, %a ], !my.kind !1
  br i1 %c, label %d, label %e
d:
  br label %e
e:
  %r = phi float [ %x, %b ], [ %q, %d ]
  ret float %r
}

; BACK: ![[REGISTER]] = !{!"rsp"}
!0 = !{!"rsp"}
!1 = !{}

; What the llvm dialect has no word for is kept beside its operations, and goes back to LLVM IR. MLIR's own tools leave out all of it.

; RUN: tf-translate --llvmir-to-mlir %s 2>&1 | filecheck %s
; RUN: tf-translate --llvmir-to-mlir %s 2>/dev/null | tf-translate --mlir-to-llvmir - | filecheck %s --check-prefix=BACK

; CHECK: tfir.metadata = {{\[\[}}"my.named", {{\[\[}}0, 256]]]]
!my.named = !{!0}

; CHECK: @tls.gd(0 : i32) {addr_space = 0 : i32} : i32
; CHECK: @tls.ld(0 : i32) {addr_space = 0 : i32, tfir.tls_model = "localdynamic"} : i32
; BACK: @tls.gd = thread_local global i32 0
; BACK: @tls.ld = thread_local(localdynamic) global i32 0
; BACK: @tls.ie = thread_local(initialexec) global i32 0
; BACK: @tls.le = thread_local(localexec) global i32 0
@tls.gd = thread_local global i32 0
@tls.ld = thread_local(localdynamic) global i32 0
@tls.ie = thread_local(initialexec) global i32 0
@tls.le = thread_local(localexec) global i32 0
@alias.le = thread_local(localexec) alias i32, ptr @tls.le

; CHECK: @part(0 : i32) {{.*}}tfir.partition = "p1"
; CHECK: @model(0 : i32) {{.*}}tfir.code_model = "large"
; CHECK: @imported() {{.*}}tfir.dll_storage = "dllimport"
; CHECK: @checked(0 : i32) {{.*}}tfir.sanitizers = ["no_sanitize_address", "no_sanitize_hwaddress"]
; BACK: @part = global i32 0, partition "p1"
; BACK: @model = global i32 0, code_model "large"
; BACK: @imported = external dllimport global i32
; BACK: @exported = dllexport global i32 0
; BACK: @checked = global i32 0, no_sanitize_address, no_sanitize_hwaddress
; BACK: @placed = global i32 0, !absolute_symbol ![[RANGE:[0-9]+]]
; BACK: @inside = constant ptr getelementptr inbounds nuw inrange(-16, 8) (i8, ptr @table, i64 16)
; BACK: @alias.le = thread_local(localexec) alias i32, ptr @tls.le
@part = global i32 0, partition "p1"
@model = global i32 0, code_model "large"
@imported = external dllimport global i32
@exported = dllexport global i32 0
@checked = global i32 0, no_sanitize_address, no_sanitize_hwaddress
@placed = global i32 0, !absolute_symbol !0
@table = constant { [3 x ptr] } zeroinitializer
; CHECK: llvm.getelementptr inbounds {{.*}}{tfir.inrange = array<i64: -16, 8>}
@inside = constant ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @table, i32 0, i32 0, i32 2)

; CHECK: llvm.icmp "ult" %arg0, %arg1 {tfir.samesign} : i32
; CHECK: llvm.icmp "ult" %arg0, %arg1 : i32
; BACK: icmp samesign ult i32 %0, %1
; BACK: icmp ult i32 %0, %1
define i1 @compare(i32 %a, i32 %b) {
  %1 = icmp samesign ult i32 %a, %b
  %2 = icmp ult i32 %a, %b
  ret i1 %1
}

; CHECK: llvm.load %arg0 {alignment = 4 : i64, tfir.metadata = {{\[\[}}"range", [0 : i32, 5 : i32]], ["noundef", []]]}
; CHECK: tfir.metadata = {{\[\[}}"fpmath", [2.500000e+00 : f32]]]
; CHECK: tfir.metadata = {{\[\[}}"my.kind", [{id = 0 : i64, parts = [{id = 0 : i64}, 1 : i8]}, unit, "txt"]]]
; BACK: load i32, ptr %0, align 4, !range ![[FIVE:[0-9]+]], !noundef ![[EMPTY:[0-9]+]]
; BACK: fdiv float %1, %1, !fpmath ![[MATH:[0-9]+]]
; BACK: store i32 %{{[0-9]+}}, ptr %0, align 4, !my.kind ![[KIND:[0-9]+]]
define i32 @annotated(ptr %p, float %f) {
  %1 = load i32, ptr %p, align 4, !range !2, !noundef !3
  %2 = fdiv float %f, %f, !fpmath !4
  store i32 %1, ptr %p, align 4, !my.kind !5
  ret i32 %1
}

; CHECK: llvm.func swiftcc @swift(!llvm.ptr {tfir.attributes = ["swiftself"]})
; BACK: declare swiftcc void @swift(ptr swiftself)
; BACK: declare void @values(ptr writable captures(address), float nofpclass(nan inf), i32 "custom"="v")
declare swiftcc void @swift(ptr swiftself)
declare void @values(ptr writable captures(address), float nofpclass(nan inf), i32 "custom"="v")

; CHECK: llvm.call @values(%arg0, %arg1, %{{.*}}) {no_unwind, tfir.attributes = ["cold", "\22t\22"]}
; CHECK: llvm.intr.sqrt(%arg1) {tfir.attributes = ["cold", "nounwind"]} : (f32) -> f32
; CHECK: llvm.inline_asm {{.*}}tfir.attributes = ["nounwind"]
; BACK: call void @values(ptr writable %0, float %1, i32 2) nounwind cold "t"
; BACK: call float @llvm.sqrt.f32(float %1) cold nounwind
; BACK: call void asm sideeffect "nop", ""() nounwind
define void @calls(ptr %p, float %f) {
  call void @values(ptr writable %p, float %f, i32 2) nounwind cold "t"
  %1 = call float @llvm.sqrt.f32(float %f) cold nounwind
  call void asm sideeffect "nop", ""() nounwind
  ret void
}
declare float @llvm.sqrt.f32(float) nounwind

; CHECK: llvm.cond_br %arg0 weights([1, 2000]), ^bb1, ^bb2{{.*}} {loop_annotation = {{.*}}, tfir.expected_weights, tfir.loop_properties = {{\[\[}}"llvm.loop.own", 5 : i32]], tfir.phis = {{\[\[}}1, 0, 1, #llvm.fastmath<nnan>, []]]}
; BACK: br i1 %0, {{.*}} !prof ![[WEIGHTS:[0-9]+]], !llvm.loop ![[LOOP:[0-9]+]]
; BACK: phi nnan float
define float @branches(i1 %c, float %f) {
  br i1 %c, label %a, label %b, !prof !7, !llvm.loop !8
a:
  br label %b
b:
  %p = phi nnan float [ 1.0, %0 ], [ %f, %a ]
  ret float %p
}

; BACK: !my.named = !{![[RANGE]]}
; BACK: ![[RANGE]] = !{i64 0, i64 256}
; BACK-DAG: ![[FIVE]] = !{i32 0, i32 5}
; BACK-DAG: ![[EMPTY]] = !{}
; BACK-DAG: ![[MATH]] = !{float 2.500000e+00}
; BACK-DAG: ![[KIND]] = !{![[OWN:[0-9]+]], null, !"txt"}
; BACK-DAG: ![[OWN]] = distinct !{![[OWN]], i8 1}
; BACK-DAG: ![[WEIGHTS]] = !{!"branch_weights", !"expected", i32 1, i32 2000}
; BACK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[MUST:[0-9]+]], ![[MORE:[0-9]+]]}
; BACK-DAG: ![[MORE]] = !{!"llvm.loop.own", i32 5}
!0 = !{i64 0, i64 256}
!2 = !{i32 0, i32 5}
!3 = !{}
!4 = !{float 2.5}
!5 = !{!6, null, !"txt"}
!6 = distinct !{!6, i8 1}
!7 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!8 = distinct !{!8, !9, !10}
!9 = !{!"llvm.loop.mustprogress"}
!10 = !{!"llvm.loop.own", i32 5}

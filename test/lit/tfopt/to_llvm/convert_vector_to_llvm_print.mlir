// RUN: tf-opt %s --split-input-file --convert-vector-to-llvm | filecheck %s

/// What is expected is what upstream's pass prints. A vector stays: loops over its elements are made by another pass.
// CHECK: llvm.func @printNewline()
// CHECK-NEXT: llvm.func @printF32(f32)
// CHECK-NEXT: func.func @print_f32(%arg0: f32) {
// CHECK-NEXT: llvm.call @printF32(%arg0) : (f32) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_f32(%a: f32) {
  vector.print %a : f32
  return
}
// -----
// CHECK: llvm.func @printNewline()
// CHECK-NEXT: llvm.func @printBF16(i16)
// CHECK-NEXT: func.func @print_bf16(%arg0: bf16) {
// CHECK-NEXT: %0 = llvm.bitcast %arg0 : bf16 to i16
// CHECK-NEXT: llvm.call @printBF16(%0) : (i16) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_bf16(%a: bf16) {
  vector.print %a : bf16
  return
}
// -----
// CHECK: llvm.func @printNewline()
// CHECK-NEXT: llvm.func @printI64(i64)
// CHECK-NEXT: func.func @print_i1(%arg0: i1) {
// CHECK-NEXT: %0 = arith.extui %arg0 : i1 to i64
// CHECK-NEXT: llvm.call @printI64(%0) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_i1(%a: i1) {
  vector.print %a : i1
  return
}
// -----
// CHECK: llvm.func @printNewline()
// CHECK-NEXT: llvm.func @printU64(i64)
// CHECK-NEXT: func.func @print_ui32(%arg0: ui32) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : ui32 to i32
// CHECK-NEXT: %1 = arith.extui %0 : i32 to i64
// CHECK-NEXT: llvm.call @printU64(%1) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_ui32(%a: ui32) {
  vector.print %a : ui32
  return
}
// -----
// CHECK: llvm.func @printNewline()
// CHECK-NEXT: llvm.func @printI64(i64)
// CHECK-NEXT: func.func @print_si16(%arg0: si16) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : si16 to i16
// CHECK-NEXT: %1 = arith.extsi %0 : i16 to i64
// CHECK-NEXT: llvm.call @printI64(%1) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_si16(%a: si16) {
  vector.print %a : si16
  return
}
// -----
// CHECK: llvm.func @printNewline()
// CHECK-NEXT: llvm.func @printU64(i64)
// CHECK-NEXT: func.func @print_index(%arg0: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: llvm.call @printU64(%0) : (i64) -> ()
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_index(%a: index) {
  vector.print %a : index
  return
}
// -----
// CHECK: llvm.func @printClose()
// CHECK-NEXT: llvm.func @printComma()
// CHECK-NEXT: llvm.func @printF32(f32)
// CHECK-NEXT: func.func @print_val_punct(%arg0: f32) {
// CHECK-NEXT: llvm.call @printF32(%arg0) : (f32) -> ()
// CHECK-NEXT: llvm.call @printComma() : () -> ()
// CHECK-NEXT: llvm.call @printF32(%arg0) : (f32) -> ()
// CHECK-NEXT: llvm.call @printF32(%arg0) : (f32) -> ()
// CHECK-NEXT: llvm.call @printClose() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_val_punct(%a: f32) {
  vector.print %a : f32 punctuation <comma>
  vector.print %a : f32 punctuation <no_punctuation>
  vector.print %a : f32 punctuation <close>
  return
}
// -----
// CHECK: llvm.func @printClose()
// CHECK-NEXT: llvm.func @printOpen()
// CHECK-NEXT: llvm.func @printComma()
// CHECK-NEXT: llvm.func @printNewline()
// CHECK-NEXT: func.func @print_punct(%arg0: f32) {
// CHECK-NEXT: llvm.call @printNewline() : () -> ()
// CHECK-NEXT: llvm.call @printComma() : () -> ()
// CHECK-NEXT: llvm.call @printOpen() : () -> ()
// CHECK-NEXT: llvm.call @printClose() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_punct(%a: f32) {
  vector.print punctuation <newline>
  vector.print punctuation <comma>
  vector.print punctuation <open>
  vector.print punctuation <close>
  return
}
// -----
// CHECK: llvm.mlir.global private constant @vector_print_str_1(dense<[98, 10, 0]> : tensor<3xi8>) {addr_space = 0 : i32} : !llvm.array<3 x i8>
// CHECK-NEXT: llvm.mlir.global private constant @vector_print_str_0(dense<[72, 101, 108, 108, 111, 0]> : tensor<6xi8>) {addr_space = 0 : i32} : !llvm.array<6 x i8>
// CHECK-NEXT: llvm.func @printString(!llvm.ptr)
// CHECK-NEXT: llvm.mlir.global private constant @vector_print_str(dense<[72, 101, 108, 108, 111, 0]> : tensor<6xi8>) {addr_space = 0 : i32} : !llvm.array<6 x i8>
// CHECK-NEXT: func.func @print_str2() {
// CHECK-NEXT: %0 = llvm.mlir.addressof @vector_print_str : !llvm.ptr
// CHECK-NEXT: %1 = llvm.getelementptr %0[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<6 x i8>
// CHECK-NEXT: llvm.call @printString(%1) : (!llvm.ptr) -> ()
// CHECK-NEXT: %2 = llvm.mlir.addressof @vector_print_str_0 : !llvm.ptr
// CHECK-NEXT: %3 = llvm.getelementptr %2[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<6 x i8>
// CHECK-NEXT: llvm.call @printString(%3) : (!llvm.ptr) -> ()
// CHECK-NEXT: %4 = llvm.mlir.addressof @vector_print_str_1 : !llvm.ptr
// CHECK-NEXT: %5 = llvm.getelementptr %4[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i8>
// CHECK-NEXT: llvm.call @printString(%5) : (!llvm.ptr) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_str2() {
  vector.print str "Hello"
  vector.print str "Hello"
  vector.print str "b\n"
  return
}
// -----
// CHECK: func.func @print_vec(%arg0: vector<2xf32>) {
// CHECK-NEXT: vector.print %arg0 : vector<2xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print_vec(%a: vector<2xf32>) {
  vector.print %a : vector<2xf32>
  return
}

// RUN: tf-opt %s --allow-unregistered-dialect --canonicalize | filecheck %s

/// Floating point numbers: nothing changes but what no rounding can see, unless flags allow it. What is expected is what MLIR's own
/// canonicalize makes of the programs.

// CHECK-LABEL: func.func @negated_twice(
// CHECK-NEXT: return %arg0 : f32
func.func @negated_twice(%x: f32) -> f32 {
  %a = arith.negf %x : f32
  %r = arith.negf %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @product_of_negated(
// CHECK-NEXT: %0 = arith.mulf %arg0, %arg1 : f32
// CHECK-NEXT: return %0 : f32
func.func @product_of_negated(%x: f32, %y: f32) -> f32 {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %r = arith.mulf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @quotient_of_negated(
// CHECK-NEXT: %0 = arith.divf %arg0, %arg1 : f32
// CHECK-NEXT: return %0 : f32
func.func @quotient_of_negated(%x: f32, %y: f32) -> f32 {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %r = arith.divf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @quotient_of_one_negated(
// CHECK-NEXT: %0 = arith.negf %arg0 : f32
// CHECK-NEXT: %1 = arith.divf %0, %arg1 : f32
// CHECK-NEXT: return %1 : f32
func.func @quotient_of_one_negated(%x: f32, %y: f32) -> f32 {
  %a = arith.negf %x : f32
  %r = arith.divf %a, %y : f32
  return %r : f32
}

// CHECK-LABEL: func.func @negated_plus(
// CHECK-NEXT: %0 = arith.subf %arg1, %arg0 : f32
// CHECK-NEXT: return %0 : f32
func.func @negated_plus(%x: f32, %y: f32) -> f32 {
  %a = arith.negf %x : f32
  %r = arith.addf %a, %y : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_negated(
// CHECK-NEXT: %0 = arith.subf %arg1, %arg0 : f32
// CHECK-NEXT: return %0 : f32
func.func @plus_negated(%x: f32, %y: f32) -> f32 {
  %a = arith.negf %x : f32
  %r = arith.addf %y, %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_negated(
// CHECK-NEXT: %0 = arith.negf %arg0 : f32
// CHECK-NEXT: %1 = arith.subf %arg1, %0 : f32
// CHECK-NEXT: return %1 : f32
func.func @minus_negated(%x: f32, %y: f32) -> f32 {
  %a = arith.negf %x : f32
  %r = arith.subf %y, %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_zero(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.addf %arg0, %cst : f32
// CHECK-NEXT: return %0 : f32
func.func @plus_zero(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.addf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_zero(
// CHECK-NEXT: return %arg0 : f32
func.func @minus_zero(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.subf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_zero(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst : f32
// CHECK-NEXT: return %0 : f32
func.func @times_zero(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.mulf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_zero_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @plus_zero_nsz(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.addf %x, %c fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_zero_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @minus_zero_nsz(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.subf %x, %c fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_zero_nsz(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst fastmath<nsz> : f32
// CHECK-NEXT: return %0 : f32
func.func @times_zero_nsz(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.mulf %x, %c fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_zero_nnan_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @plus_zero_nnan_nsz(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.addf %x, %c fastmath<nnan,nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_zero_nnan_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @minus_zero_nnan_nsz(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.subf %x, %c fastmath<nnan,nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_zero_nnan_nsz(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @times_zero_nnan_nsz(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.mulf %x, %c fastmath<nnan,nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_zero_fast(
// CHECK-NEXT: return %arg0 : f32
func.func @plus_zero_fast(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.addf %x, %c fastmath<fast> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_zero_fast(
// CHECK-NEXT: return %arg0 : f32
func.func @minus_zero_fast(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.subf %x, %c fastmath<fast> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_zero_fast(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @times_zero_fast(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.mulf %x, %c fastmath<fast> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @zero_minus(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.subf %cst, %arg0 : f32
// CHECK-NEXT: return %0 : f32
func.func @zero_minus(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = arith.subf %c, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_negative_zero(
// CHECK-NEXT: return %arg0 : f32
func.func @plus_negative_zero(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.addf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_negative_zero(
// CHECK-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.subf %arg0, %cst : f32
// CHECK-NEXT: return %0 : f32
func.func @minus_negative_zero(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.subf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_negative_zero(
// CHECK-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst : f32
// CHECK-NEXT: return %0 : f32
func.func @times_negative_zero(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.mulf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_negative_zero_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @plus_negative_zero_nsz(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.addf %x, %c fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_negative_zero_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @minus_negative_zero_nsz(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.subf %x, %c fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_negative_zero_nsz(
// CHECK-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst fastmath<nsz> : f32
// CHECK-NEXT: return %0 : f32
func.func @times_negative_zero_nsz(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.mulf %x, %c fastmath<nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_negative_zero_nnan_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @plus_negative_zero_nnan_nsz(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.addf %x, %c fastmath<nnan,nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_negative_zero_nnan_nsz(
// CHECK-NEXT: return %arg0 : f32
func.func @minus_negative_zero_nnan_nsz(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.subf %x, %c fastmath<nnan,nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_negative_zero_nnan_nsz(
// CHECK-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @times_negative_zero_nnan_nsz(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.mulf %x, %c fastmath<nnan,nsz> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @plus_negative_zero_fast(
// CHECK-NEXT: return %arg0 : f32
func.func @plus_negative_zero_fast(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.addf %x, %c fastmath<fast> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minus_negative_zero_fast(
// CHECK-NEXT: return %arg0 : f32
func.func @minus_negative_zero_fast(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.subf %x, %c fastmath<fast> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @times_negative_zero_fast(
// CHECK-NEXT: %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @times_negative_zero_fast(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.mulf %x, %c fastmath<fast> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @negative_zero_minus(
// CHECK-NEXT: %0 = arith.negf %arg0 : f32
// CHECK-NEXT: return %0 : f32
func.func @negative_zero_minus(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %r = arith.subf %c, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @addf_of_constants(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 5.500000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %cst_2 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %cst_4 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: return %cst_0, %cst_1, %cst_1, %cst, %cst_2, %cst_3, %cst_4 : f32, f32, f32, f32, f32, f32, f32
func.func @addf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.addf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.addf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.addf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.addf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.addf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.addf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.addf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @subf_of_constants(
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant 9.500000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %cst_3 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_4 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: return %cst_1, %cst_2, %cst_2, %cst_3, %cst_0, %cst, %cst_4 : f32, f32, f32, f32, f32, f32, f32
func.func @subf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.subf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.subf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.subf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.subf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.subf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.subf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.subf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @mulf_of_constants(
// CHECK-NEXT: %cst = arith.constant -1.500000e+01 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %cst_1 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_0, %cst_1, %cst_2, %cst_1, %cst_3 : f32, f32, f32, f32, f32, f32, f32
func.func @mulf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.mulf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.mulf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.mulf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.mulf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.mulf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.mulf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.mulf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @divf_of_constants(
// CHECK-NEXT: %cst = arith.constant -3.750000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0xFF800000 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_0, %cst_0, %cst_1, %cst_2, %cst_1 : f32, f32, f32, f32, f32, f32, f32
func.func @divf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.divf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.divf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.divf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.divf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.divf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.divf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.divf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @remf_of_constants(
// CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_0, %cst_0, %cst_0, %cst_0, %cst_0 : f32, f32, f32, f32, f32, f32, f32
func.func @remf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.remf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.remf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.remf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.remf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.remf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.remf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.remf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @maximumf_of_constants(
// CHECK-NEXT: %cst = arith.constant 7.500000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_0, %cst_1, %cst_2, %cst_1, %cst_3 : f32, f32, f32, f32, f32, f32, f32
func.func @maximumf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.maximumf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.maximumf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.maximumf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.maximumf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.maximumf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.maximumf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.maximumf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @minimumf_of_constants(
// CHECK-NEXT: %cst = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %cst_1 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %cst_4 = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4 : f32, f32, f32, f32, f32, f32, f32
func.func @minimumf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.minimumf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.minimumf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.minimumf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.minimumf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.minimumf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.minimumf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.minimumf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @maxnumf_of_constants(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 7.500000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: return %cst_0, %cst, %cst, %cst_1, %cst_2, %cst_1, %cst_3 : f32, f32, f32, f32, f32, f32, f32
func.func @maxnumf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.maxnumf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.maxnumf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.maxnumf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.maxnumf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.maxnumf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.maxnumf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.maxnumf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @minnumf_of_constants(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: return %cst_0, %cst, %cst, %cst_1, %cst_2, %cst_3, %cst : f32, f32, f32, f32, f32, f32, f32
func.func @minnumf_of_constants() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 7.5 : f32
  %b0 = arith.constant -2.0 : f32
  %r0 = arith.minnumf %a0, %b0 : f32
  %a1 = arith.constant 0x7FC00000 : f32
  %b1 = arith.constant 2.0 : f32
  %r1 = arith.minnumf %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 0x7FC00000 : f32
  %r2 = arith.minnumf %a2, %b2 : f32
  %a3 = arith.constant 0.0 : f32
  %b3 = arith.constant -0.0 : f32
  %r3 = arith.minnumf %a3, %b3 : f32
  %a4 = arith.constant 1.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = arith.minnumf %a4, %b4 : f32
  %a5 = arith.constant -1.0 : f32
  %b5 = arith.constant 0.0 : f32
  %r5 = arith.minnumf %a5, %b5 : f32
  %a6 = arith.constant 0x7F800000 : f32
  %b6 = arith.constant 2.0 : f32
  %r6 = arith.minnumf %a6, %b6 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @maximumf_with_0xFF800000(
// CHECK-NEXT: return %arg0 : f32
func.func @maximumf_with_0xFF800000(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %r = arith.maximumf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf_with_0x7F800000(
// CHECK-NEXT: return %arg0 : f32
func.func @minimumf_with_0x7F800000(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %r = arith.minimumf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_with_0x7FC00000(
// CHECK-NEXT: return %arg0 : f32
func.func @maxnumf_with_0x7FC00000(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.maxnumf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf_with_0x7FC00000(
// CHECK-NEXT: return %arg0 : f32
func.func @minnumf_with_0x7FC00000(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.minnumf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_with_0x7FC00000(
// CHECK-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %0 = arith.maximumf %arg0, %cst : f32
// CHECK-NEXT: return %0 : f32
func.func @maximumf_with_0x7FC00000(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.maximumf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_with_0xFF800000(
// CHECK-NEXT: %cst = arith.constant 0xFF800000 : f32
// CHECK-NEXT: %0 = arith.maxnumf %arg0, %cst : f32
// CHECK-NEXT: return %0 : f32
func.func @maxnumf_with_0xFF800000(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %r = arith.maxnumf %x, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_of_itself(
// CHECK-NEXT: return %arg0 : f32
func.func @maximumf_of_itself(%x: f32) -> f32 {
  %r = arith.maximumf %x, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf_of_itself(
// CHECK-NEXT: return %arg0 : f32
func.func @minimumf_of_itself(%x: f32) -> f32 {
  %r = arith.minimumf %x, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_of_itself(
// CHECK-NEXT: return %arg0 : f32
func.func @maxnumf_of_itself(%x: f32) -> f32 {
  %r = arith.maxnumf %x, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf_of_itself(
// CHECK-NEXT: return %arg0 : f32
func.func @minnumf_of_itself(%x: f32) -> f32 {
  %r = arith.minnumf %x, %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @compare_oeq(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_oeq() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf oeq, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_oeq_nan(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_oeq_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf oeq, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_ult(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_ult() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf ult, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_ult_nan(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_ult_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf ult, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_one(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_one() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf one, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_one_nan(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_one_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf one, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_uno(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_uno() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf uno, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_uno_nan(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_uno_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf uno, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_ord(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_ord() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf ord, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_ord_nan(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_ord_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf ord, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_true(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_true() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf true, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_true_nan(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_true_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf true, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_false(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_false() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf false, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_false_nan(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_false_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf false, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_ueq(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_ueq() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf ueq, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_ueq_nan(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: return %true : i1
func.func @compare_ueq_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf ueq, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_oge(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_oge() -> i1 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.cmpf oge, %a, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @compare_oge_nan(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false : i1
func.func @compare_oge_nan(%x: f32) -> i1 {
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf oge, %x, %b : f32
  return %r : i1
}

// CHECK-LABEL: func.func @negated_constant(
// CHECK-NEXT: %cst = arith.constant -1.500000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @negated_constant() -> f32 {
  %a = arith.constant 1.5 : f32
  %r = arith.negf %a : f32
  return %r : f32
}

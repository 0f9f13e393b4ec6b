// RUN: tf-opt %s --split-input-file --convert-complex-to-libm | filecheck %s

/// What is called; exponentials and what the library does not have stay. Upstream prints the same.
// CHECK: func.func private @cabsf(complex<f32>) -> f32
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> f32 {
// CHECK-NEXT: %0 = call @cabsf(%arg0) : (complex<f32>) -> f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> f32 {
  %0 = complex.abs %a : complex<f32>
  return %0 : f32
}
// -----
// CHECK: func.func private @cargf(complex<f32>) -> f32
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> f32 {
// CHECK-NEXT: %0 = call @cargf(%arg0) : (complex<f32>) -> f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> f32 {
  %0 = complex.angle %a : complex<f32>
  return %0 : f32
}
// -----
// CHECK: func.func private @conjf(complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @conjf(%arg0) : (complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.conj %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @ccosf(complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @ccosf(%arg0) : (complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.cos %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.exp %arg0 : complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.expm1 %arg0 : complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @clogf(complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @clogf(%arg0) : (complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.log %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.log1p %arg0 : complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.neg %arg0 : complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.neg %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.rsqrt %arg0 : complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.sign %arg0 : complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sign %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @csinf(complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @csinf(%arg0) : (complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sin %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @csqrtf(complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @csqrtf(%arg0) : (complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @ctanf(complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @ctanf(%arg0) : (complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.tan %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @ctanhf(complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @ctanhf(%arg0) : (complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %a : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @cpowf(complex<f32>, complex<f32>) -> complex<f32>
// CHECK-NEXT: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = call @cpowf(%arg0, %arg1) : (complex<f32>, complex<f32>) -> complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.pow %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.atan2 %arg0, %arg1 : complex<f32>
// CHECK-NEXT: return %0 : complex<f32>
// CHECK-NEXT: }
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func private @cabs(complex<f64>) -> f64
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> f64 {
// CHECK-NEXT: %0 = call @cabs(%arg0) : (complex<f64>) -> f64
// CHECK-NEXT: return %0 : f64
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> f64 {
  %0 = complex.abs %a : complex<f64>
  return %0 : f64
}
// -----
// CHECK: func.func private @carg(complex<f64>) -> f64
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> f64 {
// CHECK-NEXT: %0 = call @carg(%arg0) : (complex<f64>) -> f64
// CHECK-NEXT: return %0 : f64
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> f64 {
  %0 = complex.angle %a : complex<f64>
  return %0 : f64
}
// -----
// CHECK: func.func private @conj(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @conj(%arg0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.conj %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @ccos(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @ccos(%arg0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.cos %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.exp %arg0 : complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.exp %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.expm1 %arg0 : complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.expm1 %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @clog(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @clog(%arg0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.log %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.log1p %arg0 : complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.log1p %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.neg %arg0 : complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.neg %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.rsqrt %arg0 : complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.rsqrt %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.sign %arg0 : complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.sign %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @csin(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @csin(%arg0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.sin %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @csqrt(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @csqrt(%arg0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.sqrt %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @ctan(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @ctan(%arg0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.tan %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @ctanh(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @ctanh(%arg0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.tanh %a : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @cpow(complex<f64>, complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @cpow(%arg0, %arg1) : (complex<f64>, complex<f64>) -> complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.pow %a, %b : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.atan2 %arg0, %arg1 : complex<f64>
// CHECK-NEXT: return %0 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.atan2 %a, %b : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func private @csqrt(complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func private @cpow(complex<f64>, complex<f64>) -> complex<f64>
// CHECK-NEXT: func.func @f(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = call @cpow(%arg0, %arg1) : (complex<f64>, complex<f64>) -> complex<f64>
// CHECK-NEXT: %1 = call @csqrt(%0) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: %2 = call @csqrt(%1) : (complex<f64>) -> complex<f64>
// CHECK-NEXT: return %2 : complex<f64>
// CHECK-NEXT: }
func.func @f(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
 %0 = complex.pow %a, %b : complex<f64>
 %1 = complex.sqrt %0 : complex<f64>
 %2 = complex.sqrt %1 : complex<f64>
 return %2 : complex<f64> }

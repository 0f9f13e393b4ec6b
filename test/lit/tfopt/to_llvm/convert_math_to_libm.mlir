// RUN: tf-opt --convert-math-to-libm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @calls(%a: f32, %b: f32, %c: f64, %h: f16) -> (f32, f64, f16) {
  %0 = math.erf %a : f32
  %1 = math.powf %0, %b : f32
  %2 = math.fma %0, %1, %b : f32
  %3 = math.erf %2 : f32
  %4 = math.absf %c : f64
  %5 = math.expm1 %4 : f64
  %6 = math.tanh %h : f16
  return %3, %5, %6 : f32, f64, f16
}
func.func @vectors(%v: vector<2xf32>, %w: vector<2xf32>) -> vector<2xf32> {
  %0 = math.atan2 %v, %w : vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK: module {
// CHECK: func.func private @atan2f(f32, f32) -> f32 attributes {llvm.readnone}
// CHECK: func.func private @tanhf(f32) -> f32 attributes {llvm.readnone}
// CHECK: func.func private @expm1(f64) -> f64 attributes {llvm.readnone}
// CHECK: func.func private @fabs(f64) -> f64 attributes {llvm.readnone}
// CHECK: func.func private @fmaf(f32, f32, f32) -> f32 attributes {llvm.readnone}
// CHECK: func.func private @powf(f32, f32) -> f32 attributes {llvm.readnone}
// CHECK: func.func private @erff(f32) -> f32 attributes {llvm.readnone}
// CHECK: func.func @calls(%arg0: f32, %arg1: f32, %arg2: f64, %arg3: f16) -> (f32, f64, f16) {
// CHECK-NEXT: %0 = call @erff(%arg0) : (f32) -> f32
// CHECK-NEXT: %1 = call @powf(%0, %arg1) : (f32, f32) -> f32
// CHECK-NEXT: %2 = call @fmaf(%0, %1, %arg1) : (f32, f32, f32) -> f32
// CHECK-NEXT: %3 = call @erff(%2) : (f32) -> f32
// CHECK-NEXT: %4 = call @fabs(%arg2) : (f64) -> f64
// CHECK-NEXT: %5 = call @expm1(%4) : (f64) -> f64
// CHECK-NEXT: %6 = arith.extf %arg3 : f16 to f32
// CHECK-NEXT: %7 = call @tanhf(%6) : (f32) -> f32
// CHECK-NEXT: %8 = arith.truncf %7 : f32 to f16
// CHECK-NEXT: return %3, %5, %8 : f32, f64, f16
// CHECK-NEXT: }
// CHECK: func.func @vectors(%arg0: vector<2xf32>, %arg1: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT: %0 = vector.extract %arg0[0] : f32 from vector<2xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : f32 from vector<2xf32>
// CHECK-NEXT: %2 = call @atan2f(%0, %1) : (f32, f32) -> f32
// CHECK-NEXT: %3 = vector.insert %2, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT: %4 = vector.extract %arg0[1] : f32 from vector<2xf32>
// CHECK-NEXT: %5 = vector.extract %arg1[1] : f32 from vector<2xf32>
// CHECK-NEXT: %6 = call @atan2f(%4, %5) : (f32, f32) -> f32
// CHECK-NEXT: %7 = vector.insert %6, %3 [1] : f32 into vector<2xf32>
// CHECK-NEXT: return %7 : vector<2xf32>
// CHECK-NEXT: }

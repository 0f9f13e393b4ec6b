// RUN: tf-opt --allow-unregistered-dialect --convert-math-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @intrinsics(%a: f32, %b: f32, %n: i32, %i: index) -> f32 {
  %0 = math.absf %a : f32
  %1 = math.acos %0 : f32
  %2 = math.asin %1 : f32
  %3 = math.atan %2 : f32
  %4 = math.ceil %3 : f32
  %5 = math.cos %4 : f32
  %6 = math.cosh %5 : f32
  %7 = math.exp %6 : f32
  %8 = math.exp2 %7 : f32
  %9 = math.floor %8 : f32
  %10 = math.log %9 : f32
  %11 = math.log10 %10 : f32
  %12 = math.log2 %11 : f32
  %13 = math.round %12 : f32
  %14 = math.roundeven %13 : f32
  %15 = math.sin %14 : f32
  %16 = math.sinh %15 : f32
  %17 = math.sqrt %16 : f32
  %18 = math.tan %17 : f32
  %19 = math.tanh %18 : f32
  %20 = math.trunc %19 : f32
  %21 = math.atan2 %20, %b fastmath<nnan> : f32
  %22 = math.copysign %21, %b fastmath<nnan> : f32
  %23 = math.powf %22, %b fastmath<nnan> : f32
  %24 = math.fma %23, %b, %a : f32
  %25 = math.fpowi %24, %n : f32, i32
  %26 = math.absi %n : i32
  %27 = math.ctlz %26 : i32
  %28 = math.cttz %27 : i32
  %29 = math.ctpop %i : index
  "test.use"(%28, %29) : (i32, index) -> ()
  return %25 : f32
}
func.func @composed(%a: f64, %v: vector<2x2xf32>) -> (f64, vector<2x2xf32>) {
  %0 = math.expm1 %a fastmath<fast> : f64
  %1 = math.log1p %0 : f64
  %2 = math.rsqrt %v : vector<2x2xf32>
  return %1, %2 : f64, vector<2x2xf32>
}
func.func @kinds(%a: f16, %v: vector<4xf32>) -> (i1, vector<4xi1>, f16, f16) {
  %0 = math.isfinite %a : f16
  %1 = math.isnan %v : vector<4xf32>
  %2, %3 = math.sincos %a : f16
  return %0, %1, %2, %3 : i1, vector<4xi1>, f16, f16
}
func.func @without_intrinsic(%a: f32, %t: tensor<2xf32>, %n: i32) -> f32 {
  %0 = math.erf %a : f32
  %1 = math.cbrt %0 : f32
  %2 = math.isinf %a : f32
  %3 = math.sin %t : tensor<2xf32>
  %4 = math.ipowi %n, %n : i32
  "test.use"(%2, %3, %4) : (i1, tensor<2xf32>, i32) -> ()
  return %1 : f32
}

// CHECK: module {
// CHECK: func.func @intrinsics(%arg0: f32, %arg1: f32, %arg2: i32, %arg3: index) -> f32 {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg3 : index to i64
// CHECK-NEXT: %1 = llvm.intr.fabs(%arg0) : (f32) -> f32
// CHECK-NEXT: %2 = llvm.intr.acos(%1) : (f32) -> f32
// CHECK-NEXT: %3 = llvm.intr.asin(%2) : (f32) -> f32
// CHECK-NEXT: %4 = llvm.intr.atan(%3) : (f32) -> f32
// CHECK-NEXT: %5 = llvm.intr.ceil(%4) : (f32) -> f32
// CHECK-NEXT: %6 = llvm.intr.cos(%5) : (f32) -> f32
// CHECK-NEXT: %7 = llvm.intr.cosh(%6) : (f32) -> f32
// CHECK-NEXT: %8 = llvm.intr.exp(%7) : (f32) -> f32
// CHECK-NEXT: %9 = llvm.intr.exp2(%8) : (f32) -> f32
// CHECK-NEXT: %10 = llvm.intr.floor(%9) : (f32) -> f32
// CHECK-NEXT: %11 = llvm.intr.log(%10) : (f32) -> f32
// CHECK-NEXT: %12 = llvm.intr.log10(%11) : (f32) -> f32
// CHECK-NEXT: %13 = llvm.intr.log2(%12) : (f32) -> f32
// CHECK-NEXT: %14 = llvm.intr.round(%13) : (f32) -> f32
// CHECK-NEXT: %15 = llvm.intr.roundeven(%14) : (f32) -> f32
// CHECK-NEXT: %16 = llvm.intr.sin(%15) : (f32) -> f32
// CHECK-NEXT: %17 = llvm.intr.sinh(%16) : (f32) -> f32
// CHECK-NEXT: %18 = llvm.intr.sqrt(%17) : (f32) -> f32
// CHECK-NEXT: %19 = llvm.intr.tan(%18) : (f32) -> f32
// CHECK-NEXT: %20 = llvm.intr.tanh(%19) : (f32) -> f32
// CHECK-NEXT: %21 = llvm.intr.trunc(%20) : (f32) -> f32
// CHECK-NEXT: %22 = llvm.intr.atan2(%21, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
// CHECK-NEXT: %23 = llvm.intr.copysign(%22, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
// CHECK-NEXT: %24 = llvm.intr.pow(%23, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
// CHECK-NEXT: %25 = llvm.intr.fma(%24, %arg1, %arg0) : (f32, f32, f32) -> f32
// CHECK-NEXT: %26 = llvm.intr.powi(%25, %arg2) : (f32, i32) -> f32
// CHECK-NEXT: %27 = "llvm.intr.abs"(%arg2) <{is_int_min_poison = false}> : (i32) -> i32
// CHECK-NEXT: %28 = "llvm.intr.ctlz"(%27) <{is_zero_poison = false}> : (i32) -> i32
// CHECK-NEXT: %29 = "llvm.intr.cttz"(%28) <{is_zero_poison = false}> : (i32) -> i32
// CHECK-NEXT: %30 = llvm.intr.ctpop(%0) : (i64) -> i64
// CHECK-NEXT: %31 = builtin.unrealized_conversion_cast %30 : i64 to index
// CHECK-NEXT: "test.use"(%29, %31) : (i32, index) -> ()
// CHECK-NEXT: return %26 : f32
// CHECK-NEXT: }
// CHECK: func.func @composed(%arg0: f64, %arg1: vector<2x2xf32>) -> (f64, vector<2x2xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %1 = llvm.mlir.constant(1.000000e+00 : f64) : f64
// CHECK-NEXT: %2 = llvm.intr.exp(%arg0) {fastmathFlags = #llvm.fastmath<fast>} : (f64) -> f64
// CHECK-NEXT: %3 = llvm.fsub %2, %1 {fastmathFlags = #llvm.fastmath<fast>} : f64
// CHECK-NEXT: %4 = llvm.mlir.constant(1.000000e+00 : f64) : f64
// CHECK-NEXT: %5 = llvm.fadd %4, %3 : f64
// CHECK-NEXT: %6 = llvm.intr.log(%5) : (f64) -> f64
// CHECK-NEXT: %7 = llvm.mlir.poison : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %8 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %9 = llvm.mlir.constant(dense<1.000000e+00> : vector<2xf32>) : vector<2xf32>
// CHECK-NEXT: %10 = llvm.intr.sqrt(%8) : (vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %11 = llvm.fdiv %9, %10 : vector<2xf32>
// CHECK-NEXT: %12 = llvm.insertvalue %11, %7[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %13 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %14 = llvm.mlir.constant(dense<1.000000e+00> : vector<2xf32>) : vector<2xf32>
// CHECK-NEXT: %15 = llvm.intr.sqrt(%13) : (vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %16 = llvm.fdiv %14, %15 : vector<2xf32>
// CHECK-NEXT: %17 = llvm.insertvalue %16, %12[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %18 = builtin.unrealized_conversion_cast %17 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: return %6, %18 : f64, vector<2x2xf32>
// CHECK-NEXT: }
// CHECK: func.func @kinds(%arg0: f16, %arg1: vector<4xf32>) -> (i1, vector<4xi1>, f16, f16) {
// CHECK-NEXT: %0 = "llvm.intr.is.fpclass"(%arg0) <{bit = 504 : i32}> : (f16) -> i1
// CHECK-NEXT: %1 = "llvm.intr.is.fpclass"(%arg1) <{bit = 3 : i32}> : (vector<4xf32>) -> vector<4xi1>
// CHECK-NEXT: %2 = llvm.intr.sincos(%arg0) : (f16) -> !llvm.struct<(f16, f16)>
// CHECK-NEXT: %3 = llvm.extractvalue %2[0] : !llvm.struct<(f16, f16)>
// CHECK-NEXT: %4 = llvm.extractvalue %2[1] : !llvm.struct<(f16, f16)>
// CHECK-NEXT: return %0, %1, %3, %4 : i1, vector<4xi1>, f16, f16
// CHECK-NEXT: }
// CHECK: func.func @without_intrinsic(%arg0: f32, %arg1: tensor<2xf32>, %arg2: i32) -> f32 {
// CHECK-NEXT: %0 = math.erf %arg0 : f32
// CHECK-NEXT: %1 = math.cbrt %0 : f32
// CHECK-NEXT: %2 = math.isinf %arg0 : f32
// CHECK-NEXT: %3 = math.sin %arg1 : tensor<2xf32>
// CHECK-NEXT: %4 = math.ipowi %arg2, %arg2 : i32
// CHECK-NEXT: "test.use"(%2, %3, %4) : (i1, tensor<2xf32>, i32) -> ()
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }

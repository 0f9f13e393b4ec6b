// RUN: tf-opt --math-expand-ops %s | filecheck %s
// RUN: tf-opt --math-expand-ops=ops=tan,sinh %s | filecheck %s --check-prefix=TWO

/// What is expected is what upstream's pass prints. Of open sizes nothing is expanded.

func.func @f(%x: f32, %y: f32, %v: vector<4xf32>, %h: f16) -> (f32,f32,f32,f32,f32,f32,f32,f32, f32, vector<4xf32>, f32, f16) {
  %0 = math.tan %x : f32
  %1 = math.sinh %x : f32
  %2 = math.cosh %x fastmath<nnan> : f32
  %3 = math.tanh %x : f32
  %4 = math.asinh %x : f32
  %5 = math.acosh %x : f32
  %6 = math.atanh %x : f32
  %7 = math.fma %x, %y, %x : f32
  %8 = math.exp2 %x : f32
  %9 = math.exp2 %v : vector<4xf32>
  %10 = math.rsqrt %x : f32
  %11 = math.tanh %h : f16
  return %0, %1, %2,%3,%4,%5,%6,%7,%8,%9,%10,%11 : f32,f32,f32,f32,f32,f32,f32,f32, f32, vector<4xf32>, f32, f16
}
func.func @open(%t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.rsqrt %t : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: func.func @f(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>, %arg3: f16) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, vector<4xf32>, f32, f16) {
// CHECK-NEXT: %cst = arith.constant -2.000000e+00 : f16
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f16
// CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT: %cst_2 = arith.constant dense<0.693147182> : vector<4xf32>
// CHECK-NEXT: %cst_3 = arith.constant 0.693147182 : f32
// CHECK-NEXT: %cst_4 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %cst_5 = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %cst_6 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_7 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_8 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %0 = math.sin %arg0 : f32
// CHECK-NEXT: %1 = math.cos %arg0 : f32
// CHECK-NEXT: %2 = arith.divf %0, %1 : f32
// CHECK-NEXT: %3 = math.exp %arg0 : f32
// CHECK-NEXT: %4 = arith.negf %arg0 : f32
// CHECK-NEXT: %5 = math.exp %4 : f32
// CHECK-NEXT: %6 = arith.subf %3, %5 : f32
// CHECK-NEXT: %7 = arith.mulf %6, %cst_8 : f32
// CHECK-NEXT: %8 = math.exp %arg0 : f32
// CHECK-NEXT: %9 = arith.negf %arg0 : f32
// CHECK-NEXT: %10 = math.exp %9 : f32
// CHECK-NEXT: %11 = arith.addf %8, %10 : f32
// CHECK-NEXT: %12 = arith.mulf %11, %cst_8 : f32
// CHECK-NEXT: %13 = arith.cmpf olt, %arg0, %cst_7 : f32
// CHECK-NEXT: %14 = arith.uitofp %13 : i1 to f32
// CHECK-NEXT: %15 = arith.mulf %14, %cst_5 : f32
// CHECK-NEXT: %16 = arith.addf %15, %cst_6 : f32
// CHECK-NEXT: %17 = arith.mulf %16, %arg0 : f32
// CHECK-NEXT: %18 = arith.mulf %17, %cst_5 : f32
// CHECK-NEXT: %19 = math.exp %18 : f32
// CHECK-NEXT: %20 = arith.subf %cst_6, %19 : f32
// CHECK-NEXT: %21 = arith.addf %19, %cst_6 : f32
// CHECK-NEXT: %22 = arith.divf %20, %21 : f32
// CHECK-NEXT: %23 = arith.mulf %16, %22 : f32
// CHECK-NEXT: %24 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT: %25 = arith.addf %24, %cst_6 : f32
// CHECK-NEXT: %26 = math.sqrt %25 : f32
// CHECK-NEXT: %27 = arith.addf %arg0, %26 : f32
// CHECK-NEXT: %28 = math.log %27 : f32
// CHECK-NEXT: %29 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT: %30 = arith.addf %29, %cst_4 : f32
// CHECK-NEXT: %31 = math.sqrt %30 : f32
// CHECK-NEXT: %32 = arith.addf %arg0, %31 : f32
// CHECK-NEXT: %33 = math.log %32 : f32
// CHECK-NEXT: %34 = arith.addf %arg0, %cst_6 : f32
// CHECK-NEXT: %35 = arith.negf %arg0 : f32
// CHECK-NEXT: %36 = arith.addf %35, %cst_6 : f32
// CHECK-NEXT: %37 = arith.divf %34, %36 : f32
// CHECK-NEXT: %38 = math.log %37 : f32
// CHECK-NEXT: %39 = arith.mulf %38, %cst_8 : f32
// CHECK-NEXT: %40 = arith.mulf %arg0, %arg1 : f32
// CHECK-NEXT: %41 = arith.addf %40, %arg0 : f32
// CHECK-NEXT: %42 = arith.mulf %arg0, %cst_3 : f32
// CHECK-NEXT: %43 = math.exp %42 : f32
// CHECK-NEXT: %44 = arith.mulf %arg2, %cst_2 : vector<4xf32>
// CHECK-NEXT: %45 = math.exp %44 : vector<4xf32>
// CHECK-NEXT: %46 = math.sqrt %arg0 : f32
// CHECK-NEXT: %47 = arith.divf %cst_6, %46 : f32
// CHECK-NEXT: %48 = arith.cmpf olt, %arg3, %cst_1 : f16
// CHECK-NEXT: %49 = arith.uitofp %48 : i1 to f16
// CHECK-NEXT: %50 = arith.mulf %49, %cst : f16
// CHECK-NEXT: %51 = arith.addf %50, %cst_0 : f16
// CHECK-NEXT: %52 = arith.mulf %51, %arg3 : f16
// CHECK-NEXT: %53 = arith.mulf %52, %cst : f16
// CHECK-NEXT: %54 = math.exp %53 : f16
// CHECK-NEXT: %55 = arith.subf %cst_0, %54 : f16
// CHECK-NEXT: %56 = arith.addf %54, %cst_0 : f16
// CHECK-NEXT: %57 = arith.divf %55, %56 : f16
// CHECK-NEXT: %58 = arith.mulf %51, %57 : f16
// CHECK-NEXT: return %2, %7, %12, %23, %28, %33, %39, %41, %43, %45, %47, %58 : f32, f32, f32, f32, f32, f32, f32, f32, f32, vector<4xf32>, f32, f16
// CHECK: func.func @open
// CHECK-NEXT: math.rsqrt
// TWO-NOT: math.tan %
// TWO-NOT: math.sinh
// TWO: math.cosh

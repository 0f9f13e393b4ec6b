// RUN: tf-run %s --device=interpreter --input=f32=0.5 | filecheck %s
// RUN: tf-opt %s --math-expand-ops | tf-run - --device=interpreter --input=f32=0.5 | filecheck %s
// RUN: tf-opt %s --math-expand-ops | filecheck %s --check-prefix=TEXT

/// tan(0.5) = 0.546302, sinh 0.521095, cosh 1.127626, tanh 0.462117, asinh 0.481212, atanh 0.549306, exp2 1.414214, rsqrt 1.414214: 6.516086 in all.

// TEXT-NOT: math.tan %
// TEXT-NOT: math.sinh
// CHECK: f32=6.51608
func.func @main(%x: f32) -> f32 {
  %0 = math.tan %x : f32
  %1 = math.sinh %x : f32
  %2 = math.cosh %x : f32
  %3 = math.tanh %x : f32
  %4 = math.asinh %x : f32
  %5 = math.atanh %x : f32
  %6 = math.exp2 %x : f32
  %7 = math.rsqrt %x : f32
  %8 = arith.addf %0, %1 : f32
  %9 = arith.addf %8, %2 : f32
  %10 = arith.addf %9, %3 : f32
  %11 = arith.addf %10, %4 : f32
  %12 = arith.addf %11, %5 : f32
  %13 = arith.addf %12, %6 : f32
  %14 = arith.addf %13, %7 : f32
  return %14 : f32
}

// RUN: tf-opt %s --math-tests-to-fpclass | filecheck %s
// RUN: tf-run %s --device=cpu --entry=scalars --input=f32=-inf | filecheck %s --check-prefix=INFINITE --match-full-lines
// RUN: tf-run %s --device=cpu --entry=scalars --input=f32=1e-40 | filecheck %s --check-prefix=SMALL --match-full-lines
// RUN: tf-run %s --device=cpu --entry=scalars --input=f32=-2.5 | filecheck %s --check-prefix=NORMAL --match-full-lines

// INFINITE: i1=1
// INFINITE-NEXT: i1=0
// SMALL: i1=0
// SMALL-NEXT: i1=0
// NORMAL: i1=0
// NORMAL-NEXT: i1=1
// CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 516 : i32}> : (f32) -> i1
// CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 264 : i32}> : (f32) -> i1
func.func @scalars(%x: f32) -> (i1, i1) {
  %0 = math.isinf %x : f32
  %1 = math.isnormal %x : f32
  return %0, %1 : i1, i1
}
// CHECK: "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 516 : i32}> : (vector<2xf64>) -> vector<2xi1>
// CHECK: math.isinf %{{.*}} : vector<2x2xf64>
// CHECK: math.isnan
func.func private @others(%x: vector<2xf64>, %y: vector<2x2xf64>) {
  %0 = math.isinf %x : vector<2xf64>
  %1 = math.isinf %y : vector<2x2xf64>
  %2 = math.isnan %x : vector<2xf64>
  return
}

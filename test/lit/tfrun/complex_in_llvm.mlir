// RUN: tf-opt %s --convert-complex-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | tf-run - --device=interpreter --input=f32=3 --input=f32=4 | filecheck %s

/// (3 + 4i) * (1 + 2i) = -5 + 10i; that by 3 - i is (-25 + 25i) / 10; its parts add up to 0, to which |3 + 4i| = 5 is added.

// CHECK: f32=5
func.func @main(%x: f32, %y: f32) -> f32 {
  %a = complex.create %x, %y : complex<f32>
  %b = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %c = complex.constant [3.0 : f32, -1.0 : f32] : complex<f32>
  %0 = complex.mul %a, %b : complex<f32>
  %1 = complex.div %0, %c : complex<f32>
  %re = complex.re %1 : complex<f32>
  %im = complex.im %1 : complex<f32>
  %2 = arith.addf %re, %im : f32
  %size = complex.abs %a : complex<f32>
  %3 = arith.addf %2, %size : f32
  return %3 : f32
}

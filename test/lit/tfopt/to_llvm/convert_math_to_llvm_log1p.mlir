// RUN: tf-opt --convert-math-to-llvm=approximate-log1p=false %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @log1p(%a: f32) -> f32 {
  %0 = math.log1p %a : f32
  %1 = math.log %0 : f32
  return %1 : f32
}

// CHECK: module {
// CHECK: func.func @log1p(%arg0: f32) -> f32 {
// CHECK-NEXT: %0 = math.log1p %arg0 : f32
// CHECK-NEXT: %1 = llvm.intr.log(%0) : (f32) -> f32
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }

// RUN: tf-opt --convert-vector-to-llvm=reassociate-fp-reductions %s | filecheck %s

func.func @sum(%row: vector<8xf32>, %start: f32) -> (f32, f32) {
  %0 = vector.reduction <add>, %row, %start fastmath<ninf> : vector<8xf32> into f32
  %1 = vector.reduction <minimumf>, %row : vector<8xf32> into f32
  return %0, %1 : f32, f32
}
func.func @whole(%row: vector<8xi16>) -> i16 {
  %0 = vector.reduction <add>, %row : vector<8xi16> into i16
  return %0 : i16
}
func.func @under_mask(%row: vector<8xf32>, %mask: vector<8xi1>) -> f32 {
  %0 = vector.mask %mask { vector.reduction <add>, %row : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0 : f32
}

// CHECK: func.func @sum(%arg0: vector<8xf32>, %arg1: f32) -> (f32, f32) {
// CHECK-NEXT: %0 = "llvm.intr.vector.reduce.fadd"(%arg1, %arg0) <{fastmathFlags = #llvm.fastmath<ninf, reassoc>}> : (f32, vector<8xf32>) -> f32
// CHECK-NEXT: %1 = llvm.intr.vector.reduce.fminimum(%arg0) {fastmathFlags = #llvm.fastmath<reassoc>} : (vector<8xf32>) -> f32
// CHECK-NEXT: return %0, %1 : f32, f32
// CHECK: func.func @whole(%arg0: vector<8xi16>) -> i16 {
// CHECK-NEXT: %0 = "llvm.intr.vector.reduce.add"(%arg0) : (vector<8xi16>) -> i16
// CHECK-NEXT: return %0 : i16
// CHECK: func.func @under_mask(%arg0: vector<8xf32>, %arg1: vector<8xi1>) -> f32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %1 = llvm.mlir.constant(8 : i32) : i32
// CHECK-NEXT: %2 = "llvm.intr.vp.reduce.fadd"(%0, %arg0, %arg1, %1) : (f32, vector<8xf32>, vector<8xi1>, i32) -> f32
// CHECK-NEXT: return %2 : f32

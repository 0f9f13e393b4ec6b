// RUN: tf-translate --mlir-to-hlo-text %s | filecheck %s
// RUN: tf-translate --mlir-to-hlo-text %s | tf-translate --hlo-text-to-mlir | tf-translate --mlir-to-hlo-text -o %t.hlo && tf-translate --hlo-text-to-mlir %t.hlo | tf-translate --mlir-to-hlo-text -o %t.again && diff %t.hlo %t.again
// RUN: tf-translate --mlir-to-hlo-text %s | tf-translate --hlo-text-to-mlir | tf-run - --device=interpreter --input=3xf32=1,5,3 | filecheck %s --check-prefix=NUMBERS

// CHECK: HloModule module, entry_computation_layout={(f32[3]{0})->(f32[], s32[])}
// CHECK: reduce_region_0 {
// CHECK-NEXT: a = f32[] parameter(0)
// CHECK-NEXT: b = f32[] parameter(1)
// CHECK-NEXT: ROOT most = f32[] maximum(a, b)
// CHECK: while_body {
// CHECK: while_condition {
// CHECK: compare({{.*}}), direction=LT
// CHECK: ENTRY main {
// CHECK: x = f32[3]{0} parameter(0)
// CHECK: greatest = f32[] reduce(x, {{.*}}), dimensions={0}, to_apply=reduce_region_0
// CHECK: (s32[], s32[]) while(
// CHECK-SAME: condition=while_condition, body=while_body
// CHECK: ROOT {{.*}} = (f32[], s32[]) tuple(
// NUMBERS: 5
// NUMBERS: 8
func.func @main(%x: tensor<3xf32>) -> (tensor<f32>, tensor<i32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %greatest = stablehlo.reduce(%x init: %least) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %most = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %most : tensor<f32>
    }
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.convert %greatest : (tensor<f32>) -> tensor<i32>
  %power = stablehlo.while(%i = %one) : tensor<i32>
    cond {
      %less = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %twice = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %twice : tensor<i32>
    }
  return %greatest, %power : tensor<f32>, tensor<i32>
}

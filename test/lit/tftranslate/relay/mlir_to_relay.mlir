// RUN: tf-opt --pipeline=relay %s | tf-translate --mlir-to-relay -o %t.relay && filecheck %s < %t.relay
// RUN: tf-translate --relay-to-mlir %t.relay | tf-run - --device=interpreter --input=2xf32=1,2 | filecheck %s --check-prefix=NUMBERS
// RUN: tf-translate --to=relay %s | diff - %t.relay

// CHECK: #[version = "0.0.5"]
// CHECK: def @main(%{{.*}}: Tensor[(2), float32]) -> (int32, Tensor[(2), float32]) {
// CHECK: let %[[LOOP:[A-Za-z0-9_]+]] = fn (
// CHECK: add(%{{.*}}, meta[relay.Constant][0])
// CHECK: %[[LOOP]](
// CHECK: #[metadata]
// NUMBERS: i32=5
// NUMBERS: 2xf32=36 61
func.func @main(%x: tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %step = stablehlo.constant dense<[7.0, 11.8]> : tensor<2xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2xf32>
    cond {
      %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %one : tensor<i32>
      %s = stablehlo.add %a, %step : tensor<2xf32>
      stablehlo.return %n, %s : tensor<i32>, tensor<2xf32>
    }
  return %0#0, %0#1 : tensor<i32>, tensor<2xf32>
}

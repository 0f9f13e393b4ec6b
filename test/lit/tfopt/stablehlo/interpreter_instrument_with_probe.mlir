// RUN: tf-opt --interpreter-instrument-with-probe=useDebugInfo=true %s | filecheck %s
// RUN: tf-opt --interpreter-instrument-with-probe %s | filecheck %s --check-prefix=NUMBERS

// CHECK-LABEL: @all
// CHECK-NEXT: stablehlo.constant
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add
// CHECK-NEXT: %[[SEEN:.*]] = interpreter.probe %[[SUM]], probe_id = "sum.1" : tensor<f32>
// CHECK: stablehlo.sine %[[SEEN]]
// CHECK-NEXT: interpreter.probe %{{.*}}, probe_id = "probe2"
// CHECK: interpreter.probe %{{.*}}, probe_id = "probe3"
// CHECK: stablehlo.tuple
// CHECK-NOT: interpreter.probe
// NUMBERS: probe_id = "probe1"
func.func @all(%p: tensor<i1>) -> (tensor<f32>, tuple<tensor<i1>>) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.add %0, %0 : tensor<f32> loc("sum@file")
  %2 = "stablehlo.if"(%p) ({
    %4 = stablehlo.sine %1 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }, {
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %3 = stablehlo.tuple %p : tuple<tensor<i1>>
  return %2, %3 : tensor<f32>, tuple<tensor<i1>>
}

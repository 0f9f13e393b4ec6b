// RUN: tf-opt %s --pipeline=cpu -o %t && tf-run %t --device=cpu --input=4xf32=1,2,3,4 --input=4xf32=10,20,30,40 | filecheck %s
// RUN: tf-run %t --device=cpu --threads=2 --input=4xf32=1,2,3,4 --input=4xf32=10,20,30,40 | filecheck %s
// RUN: tf-run %s --device=cpu --input=4xf32=1,2,3,4 --input=4xf32=10,20,30,40 | filecheck %s
// RUN: not tf-run %t --device=interpreter --threads=2 --input=4xf32=1,2,3,4 --input=4xf32=10,20,30,40 2>&1 | filecheck %s --check-prefix=THREADS
// RUN: tf-run --describe-device=cpu | filecheck %s --check-prefix=DESCRIBE
// RUN: tf-run --describe-device --device=cpu | filecheck %s --check-prefix=DESCRIBE
// RUN: tf-run --describe-device=cpu --format=json | filecheck %s --check-prefix=JSON
// RUN: not tf-run --describe-device=gpu 2>&1 | filecheck %s --check-prefix=UNKNOWN

/// A loop runs in machine code, as often as a number that is computed says: x + 5 * y.
// CHECK: 4xf32=51 102 153 204
// THREADS: error: --threads: not with --device=interpreter
// DESCRIBE: #iree.target<name = {{.*}}, kind = "cpu", {{.*}}cache_sizes = [
// JSON: "kind": "cpu",
// JSON: "max_workgroup_size": [
// JSON-NEXT: 1024,
// UNKNOWN: error: --describe-device=gpu: expected vulkan, {{.*}}cpu
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.reduce(%y init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %0:2 = stablehlo.while(%count = %zero, %total = %x) : tensor<f32>, tensor<4xf32>
   cond {
    %eight = stablehlo.constant dense<8.0> : tensor<f32>
    %rounds = stablehlo.divide %limit, %eight : tensor<f32>
    %1 = stablehlo.compare LT, %count, %rounds : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = stablehlo.add %count, %one : tensor<f32>
    %2 = stablehlo.add %total, %y : tensor<4xf32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

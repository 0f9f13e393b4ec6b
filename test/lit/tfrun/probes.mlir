/// A probe writes what it meets each time, and hands it on; an expectation reads it by the probe's name and how often it had met something.
// RUN: rm -rf %t && mkdir %t && tf-run %s --device=interpreter --probe-output-dir=%t | filecheck %s
// RUN: filecheck %s --check-prefix=INDEX < %t/index.csv
// RUN: tf-run %s --device=interpreter --expected-output=@%t/probe2.npy
// RUN: tf-run %s --device=interpreter | filecheck %s
// CHECK: %twice = tensor<2xf32> {
// CHECK-NEXT:   [2.000000e+00, 4.000000e+00]
// CHECK-NEXT: }
// CHECK-NEXT: 2xf32=3 4
// INDEX: a value,tensor<2xf32>,{{.*}}probe1.npy
// INDEX-NEXT: a value,tensor<2xf32>,{{.*}}probe2.npy

// RUN: not tf-run %s --device=interpreter --probe-output-dir=%t/none 2>&1 | filecheck %s --check-prefix=NONE
// NONE: there is no such directory
// RUN: sed 's/iter = 1/iter = 2/' %s | not tf-run - --device=interpreter 2>&1 | filecheck %s --check-prefix=LATE
// LATE: error: 'check.expect_serialized_eq' op asks for value 2 of the probe 'a value', which has met 2
// RUN: sed 's/expect_serialized_eq %b/expect_serialized_eq %a/' %s | not tf-run - --device=interpreter 2>&1 | filecheck %s --check-prefix=OTHER
// OTHER: error: 'check.expect_serialized_eq' op element [0] is 3.0, but was expected to be equal to 1.0; 2 of 2 differ
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[1., 2.]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3., 4.]> : tensor<2xf32>
  %0 = interpreter.probe %a, probe_id = "a value" : tensor<2xf32>
  %1 = interpreter.probe %b, probe_id = "a value" : tensor<2xf32>
  check.expect_serialized_eq %0, probe_id = "a value" : tensor<2xf32>
  check.expect_serialized_eq %b, probe_id = "a value", iter = 1 : tensor<2xf32>
  %twice = stablehlo.add %a, %a : tensor<2xf32>
  interpreter.print %twice : tensor<2xf32>
  return %1 : tensor<2xf32>
}

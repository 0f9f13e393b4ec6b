// RUN: tf-opt %s --print-op-stats -o /dev/null 2>&1 | filecheck %s
// RUN: tf-opt %s --print-op-stats=json=true -o /dev/null 2>&1 | filecheck %s --check-prefix=JSON
// RUN: tf-opt %s --summary | filecheck %s --check-prefix=SUMMARY
// RUN: tf-opt %s --cse --summary=json | filecheck %s --check-prefix=FACTS
// RUN: not tf-opt %s --summary --emit-bytecode -o %t 2>&1 | filecheck %s --check-prefix=BOTH

/// Constants of 3 floats take 12 bytes each.
// CHECK: Operations encountered:
// CHECK-NEXT: -----------------------
// CHECK-NEXT:   {{ *}}builtin.module   , 1
// CHECK-NEXT:   {{ *}}func.func     , 1
// CHECK-NEXT:   {{ *}}func.return   , 1
// CHECK-NEXT:   stablehlo.add      , 1
// CHECK-NEXT:   stablehlo.constant , 2
// CHECK-NEXT: By dialect: builtin 1, func 2, stablehlo 3
// CHECK-NEXT: Bytes in constants of stablehlo.constant: 24
// JSON: "constant_bytes": {
// JSON-NEXT: "stablehlo.constant": 24
// JSON: "func.func": 1,
// JSON: "stablehlo.add": 1,
// SUMMARY: func.func @f: () -> tensor<3xf32>
// SUMMARY-NEXT: func: 2 ops (1 func, 1 return)
// SUMMARY-NEXT: stablehlo: 3 ops (2 constant, 1 add)
// SUMMARY-NEXT: constants: 24 bytes
// FACTS: "type": "() -> tensor<3xf32>"
// FACTS: "stablehlo.constant": 1
// FACTS: "stablehlo.constant": 12
// BOTH: error: --emit-bytecode writes one program; --split-input-file, --summary and --emit ask for something else
func.func @f() -> tensor<3xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %2 = stablehlo.add %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}

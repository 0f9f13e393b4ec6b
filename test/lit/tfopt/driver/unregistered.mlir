// RUN: tf-opt %s --allow-unregistered-dialect | filecheck %s
// RUN: not tf-opt %s 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK: "unknown.operation"() {a = 1 : i64} : () -> ()
// REFUSED: error: {{.*}}unknown.operation
"unknown.operation"() {a = 1 : i64} : () -> ()

// RUN: tf-opt %s --tfg-to-executor --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

/// A node's name becomes its location.
// CHECK: tf_executor.island wraps "tf.NoOp"() {device = ""} : () -> () loc("scope/n"(
tfg.graph #tf_type.version<producer = 2474, min_consumer = 0> {
  %ctl = NoOp name("scope/n")
}

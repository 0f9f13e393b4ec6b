// RUN: not tf-opt %s --split-input-file 2>&1 | filecheck %s

/// An error in one part does not stop the others, and its line is the file's.
// CHECK: split_errors.mlir:7:3: error:
// CHECK: func.func @after
func.func @before() {
  bogus.operation
  return
}

// -----

func.func @after() {
  return
}

// RUN: not tf-opt %s --verify-diagnostics --split-input-file 2>&1 | filecheck %s
// RUN: tf-opt %s --verify-diagnostics=only-expected --split-input-file 2>&1 -o %t


/// What comes without being expected is an error.
// CHECK: :10:3: error: unexpected error: 'func.return' op has 0 operands
func.func @unexpected() -> tensor<f32> {

/// (the line above keeps this one in its place)
  return
}

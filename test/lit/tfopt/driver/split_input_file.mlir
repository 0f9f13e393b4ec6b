// RUN: tf-opt %s --split-input-file | filecheck %s
// RUN: not tf-opt %s 2>&1 | filecheck %s --check-prefix=WHOLE

/// Each part is a file of its own: @f may be there twice.
// CHECK: func.func @f
// CHECK: // -----
// CHECK: func.func @f
// WHOLE: redefinition of symbol named 'f'
func.func @f() {
  return
}

// -----

func.func @f() {
  return
}

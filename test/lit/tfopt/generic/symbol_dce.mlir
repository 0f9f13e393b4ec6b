// RUN: tf-opt %s --symbol-dce | filecheck %s

/// Private functions that nobody calls go, and those that only they called; one that calls only itself is not called.
// CHECK: func.func @public
// CHECK: func.func private @called
// CHECK-NOT: @unused
// CHECK-NOT: @only_from_unused
// CHECK-NOT: @only_from_itself
func.func @public() {
  call @called() : () -> ()
  return
}
func.func private @called() {
  return
}
func.func private @unused() {
  call @only_from_unused() : () -> ()
  return
}
func.func private @only_from_unused() {
  return
}
func.func private @only_from_itself() {
  call @only_from_itself() : () -> ()
  return
}

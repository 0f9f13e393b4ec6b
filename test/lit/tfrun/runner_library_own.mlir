// RUN: tf-run %s --device=interpreter --entry=main --input=f32=2 | filecheck %s
// RUN: not tf-run %s --device=interpreter --entry=other --input=f32=2 2>&1 | filecheck %s --check-prefix=OTHER

/// A function that a module defines is the module's, whatever it is called; one that no library has is an error.
// CHECK: f32=4
// OTHER: error: 'func.call' op calls @printNumber, which this module does not define
func.func @printF32(%x: f32) -> f32 { 
  %0 = arith.addf %x, %x : f32
  return %0 : f32 
}
func.func @main(%a: f32) -> f32 {
  %0 = call @printF32(%a) : (f32) -> f32
  return %0 : f32
}
func.func private @printNumber(f32)
func.func @other(%a: f32) {
  call @printNumber(%a) : (f32) -> ()
  return
}

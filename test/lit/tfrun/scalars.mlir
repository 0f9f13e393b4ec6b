/// Arguments that are no tensors take values without dimensions, and go by the names that the text has for them.
// RUN: tf-run %s --device=interpreter --input=a=i32=3 --input=b=i1=true --input=c=index=7 --input=d=f32=1.5 --input='e=complex<f32>=1-2j' --input=x=2xf32=1,2 | filecheck %s
// CHECK:      i32=3
// CHECK-NEXT: f32=1.5
// CHECK-NEXT: i64=7
// CHECK-NEXT: i1=1
// CHECK-NEXT: complex<f32>=(1-2j)
// CHECK-NEXT: 2xf32=1 2

/// In order, and by the names that arguments have where the text gives them none.
// RUN: tf-run %s --device=interpreter --input=i32=3 --input=arg1=i1=0 --input=i64=7 --input=f32=1.5 --input='complex<f32>=1' --input=2xf32=1 | filecheck %s --check-prefix=ORDER
// ORDER: i32=3
// ORDER: i1=0

// RUN: not tf-run %s --device=interpreter --input=a=1xi32=3 2>&1 | filecheck %s --check-prefix=SHAPE
// SHAPE: error: input 'a' must be tensor<i32>, but 1xi32=3 is tensor<1xi32>
// RUN: not tf-run %s --device=interpreter --input=a=3 2>&1 | filecheck %s --check-prefix=TYPE
// TYPE: error: cannot read --input=a=3; expected a type such as f32 or 4xf32, = and values after 'a='
// RUN: not tf-run %s --device=interpreter --input=a=i32=3 --input=z=i32=4 2>&1 | filecheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: there is no input 'z' (i32=4); the feeds are 'a': tensor<i32>, 'b': tensor<i1>
func.func @main(%a: i32, %b: i1, %c: index, %d: f32, %e: complex<f32>, %x: tensor<2xf32>) -> (i32, f32, index, i1, complex<f32>, tensor<2xf32>) {
  return %a, %d, %c, %b, %e, %x : i32, f32, index, i1, complex<f32>, tensor<2xf32>
}

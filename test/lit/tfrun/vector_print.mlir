// RUN: tf-run %s --device=interpreter | filecheck %s
// What mlir-runner 22 writes of the same program.

// CHECK: 1.5
// CHECK-NEXT: ( ( 1, 2 ), ( 3, -4 ) )
// CHECK-NEXT: 18446744073709551613
// CHECK-NEXT: 1
// CHECK-NEXT: 1.5, 
// CHECK-NEXT: 0.0999756
// CHECK-NEXT: ( 0.1, 1e+20, -0 )
// CHECK-NEXT: ( 1, 0 )
// CHECK-NEXT: -5
// CHECK-NEXT: ( 1.5 )
// CHECK-NEXT: -inf
func.func @main() {
  %x = arith.constant 1.5 : f32
  %v = arith.constant dense<[[1, 2], [3, -4]]> : vector<2x2xi32>
  %i = arith.constant -3 : index
  %t = arith.constant true
  vector.print %x : f32
  vector.print %v : vector<2x2xi32>
  vector.print %i : index
  vector.print %t : i1
  vector.print %x : f32 punctuation <comma>
  vector.print punctuation <newline>
  %h = arith.constant 0.1 : f16
  vector.print %h : f16
  %u = arith.constant dense<[0.1, 1.0e20, -0.0]> : vector<3xf64>
  vector.print %u : vector<3xf64>
  %b = arith.constant dense<[true, false]> : vector<2xi1>
  vector.print %b : vector<2xi1>
  %k = arith.constant -5 : i8
  vector.print %k : i8
  %y = arith.constant dense<1.5> : vector<f32>
  vector.print %y : vector<f32>
  %n = arith.constant 0xFF800000 : f32
  vector.print %n : f32
  return
}

// RUN: tf-opt %s --vector-print-by-elements | filecheck %s
// RUN: tf-run %s --device=interpreter | filecheck %s --check-prefix=SHOWN --match-full-lines
// RUN: tf-run %s --device=cpu | filecheck %s --check-prefix=SHOWN --match-full-lines

/// Rows in brackets of their own; a vector without dimensions has one element, and numbers stay.

// SHOWN:      ( ( 1, 2 ), ( 3, 4 ) )
// SHOWN-NEXT: ( 1.5 ), 7
// CHECK:      vector.print punctuation <open>
// CHECK-NEXT: vector.print punctuation <open>
// CHECK-NEXT: %[[ONE:.*]] = vector.extract %{{.*}}[0, 0] : i32 from vector<2x2xi32>
// CHECK-NEXT: vector.print %[[ONE]] : i32 punctuation <no_punctuation>
// CHECK-NEXT: vector.print punctuation <comma>
// CHECK:      vector.print punctuation <close>
// CHECK-NEXT: vector.print punctuation <comma>
// CHECK-NEXT: vector.print punctuation <open>
// CHECK:      vector.print punctuation <close>
// CHECK-NEXT: vector.print punctuation <close>
// CHECK-NEXT: vector.print{{$}}
// CHECK:      vector.extract %{{.*}}[] : f32 from vector<f32>
// CHECK:      vector.print punctuation <comma>
// CHECK:      vector.print %{{.*}} : i32{{$}}
func.func @main() {
  %v = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  vector.print %v : vector<2x2xi32>
  %f = arith.constant dense<1.5> : vector<f32>
  vector.print %f : vector<f32> punctuation <comma>
  %i = arith.constant 7 : i32
  vector.print %i : i32
  return
}

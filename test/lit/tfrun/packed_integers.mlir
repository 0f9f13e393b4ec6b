// RUN: tf-run %s --device=interpreter --input=8xi4=1,-2,3,-4,5,-6,7,-8 --input=2x3xi1=1,0,1,1,1,0 --input=4xi1=1,0,1,1 --input=i4=7 | filecheck %s --match-full-lines
// RUN: tf-run %s --device=cpu --input=8xi4=1,-2,3,-4,5,-6,7,-8 --input=2x3xi1=1,0,1,1,1,0 --input=4xi1=1,0,1,1 --input=i4=7 | filecheck %s --match-full-lines

/// A buffer has a byte for each of its integers of 4 bits, LLVM's vectors have two in each byte. By paper: 7 + 7 is -2 in 4 bits; -4 * -4 is 0, 5 * 5 is -7.

//      CHECK: i4=-2
// CHECK-NEXT: 2x3xi1=[0 1 0][0 0 1]
// CHECK-NEXT: 4xi4=4 0 -7 4
// CHECK-NEXT: 4xi4=-4 0 -6 7
// CHECK-NEXT: 2xi2=1 -2
// CHECK-NEXT: 4xi1=0 1 0 0
// CHECK-NEXT: m=8xi4=1 4 -7 0 -7 -6 7 -8
func.func @main(%m: memref<8xi4>, %v: vector<2x3xi1>, %k: vector<4xi1>, %x: i4) -> (i4, vector<2x3xi1>, vector<4xi4>, vector<4xi4>, vector<2xi2>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant dense<0> : vector<4xi4>
  %ones = arith.constant dense<true> : vector<2x3xi1>
  %one = arith.constant dense<true> : vector<4xi1>
  %twos = arith.constant dense<[1, -2]> : vector<2xi2>
  %0 = arith.addi %x, %x : i4
  %1 = arith.xori %v, %ones : vector<2x3xi1>
  %2 = vector.load %m[%c1] : memref<8xi4>, vector<4xi4>
  %3 = arith.muli %2, %2 : vector<4xi4>
  %4 = vector.maskedload %m[%c3], %k, %zero : memref<8xi4>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  vector.store %3, %m[%c1] : memref<8xi4>, vector<4xi4>
  %5 = vector.shuffle %3, %3 [0, 2, 1, 4] : vector<4xi4>, vector<4xi4>
  %6 = arith.xori %k, %one : vector<4xi1>
  return %0, %1, %5, %4, %twos, %6 : i4, vector<2x3xi1>, vector<4xi4>, vector<4xi4>, vector<2xi2>, vector<4xi1>
}

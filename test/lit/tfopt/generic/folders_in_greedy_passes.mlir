// Passes that rewrite greedily fold all operations, drop what is not used and simplify blocks, as in mlir-opt 22.
// RUN: tf-opt --convert-vector-to-llvm %s | filecheck %s --check-prefix=VECTOR
// RUN: tf-opt --expand-strided-metadata %s | filecheck %s --check-prefix=METADATA

// VECTOR: module {
// VECTOR-NEXT: func.func @f(%arg0: vector<4xf32>, %arg1: memref<4x8xf32>, %arg2: i1) -> (vector<2x4xf32>, index, i32, f32) {
// VECTOR-NEXT: %0 = ub.poison : vector<2x4xf32>
// VECTOR-NEXT: %1 = builtin.unrealized_conversion_cast %0 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// VECTOR-NEXT: %c0 = arith.constant 0 : index
// VECTOR-NEXT: %c1 = arith.constant 1 : index
// VECTOR-NEXT: %c0_i32 = arith.constant 0 : i32
// VECTOR-NEXT: %c16 = arith.constant 16 : index
// VECTOR-NEXT: %2 = memref.load %arg1[%c0, %c1] : memref<4x8xf32>
// VECTOR-NEXT: %3 = llvm.insertvalue %arg0, %1[0] : !llvm.array<2 x vector<4xf32>>
// VECTOR-NEXT: %4 = llvm.insertvalue %arg0, %3[1] : !llvm.array<2 x vector<4xf32>>
// VECTOR-NEXT: %5 = builtin.unrealized_conversion_cast %4 : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// VECTOR-NEXT: cf.cond_br %arg2, ^bb1, ^bb1
// VECTOR-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb0
// VECTOR-NEXT: cf.br ^bb2
// VECTOR-NEXT: ^bb2:  // pred: ^bb1
// VECTOR-NEXT: return %5, %c16, %c0_i32, %2 : vector<2x4xf32>, index, i32, f32
// VECTOR-NEXT: }
// VECTOR-NEXT: func.func @stays(%arg0: i32, %arg1: i1) -> (i32, i1) {
// VECTOR-NEXT: %true = arith.constant true
// VECTOR-NEXT: %false = arith.constant false
// VECTOR-NEXT: %c1_i32 = arith.constant 1 : i32
// VECTOR-NEXT: %c2_i32 = arith.constant 2 : i32
// VECTOR-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// VECTOR-NEXT: %1 = arith.addi %0, %c2_i32 : i32
// VECTOR-NEXT: %2 = arith.select %arg1, %false, %true : i1
// VECTOR-NEXT: return %1, %2 : i32, i1
// VECTOR-NEXT: }
// VECTOR-NEXT: }

// METADATA: module {
// METADATA-NEXT: func.func @f(%arg0: vector<4xf32>, %arg1: memref<4x8xf32>, %arg2: i1) -> (vector<2x4xf32>, index, i32, f32) {
// METADATA-NEXT: %c0 = arith.constant 0 : index
// METADATA-NEXT: %c1 = arith.constant 1 : index
// METADATA-NEXT: %c0_i32 = arith.constant 0 : i32
// METADATA-NEXT: %c16 = arith.constant 16 : index
// METADATA-NEXT: %0 = memref.load %arg1[%c0, %c1] : memref<4x8xf32>
// METADATA-NEXT: %1 = vector.broadcast %arg0 : vector<4xf32> to vector<2x4xf32>
// METADATA-NEXT: cf.cond_br %arg2, ^bb1, ^bb1
// METADATA-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb0
// METADATA-NEXT: cf.br ^bb2
// METADATA-NEXT: ^bb2:  // pred: ^bb1
// METADATA-NEXT: return %1, %c16, %c0_i32, %0 : vector<2x4xf32>, index, i32, f32
// METADATA-NEXT: }
// METADATA-NEXT: func.func @stays(%arg0: i32, %arg1: i1) -> (i32, i1) {
// METADATA-NEXT: %true = arith.constant true
// METADATA-NEXT: %false = arith.constant false
// METADATA-NEXT: %c1_i32 = arith.constant 1 : i32
// METADATA-NEXT: %c2_i32 = arith.constant 2 : i32
// METADATA-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// METADATA-NEXT: %1 = arith.addi %0, %c2_i32 : i32
// METADATA-NEXT: %2 = arith.select %arg1, %false, %true : i1
// METADATA-NEXT: return %1, %2 : i32, i1
// METADATA-NEXT: }
// METADATA-NEXT: }
func.func @f(%x: vector<4xf32>, %m: memref<4x8xf32>, %b: i1) -> (vector<2x4xf32>, index, i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %cast = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %dim = memref.dim %cast, %c1 : memref<?x?xf32>
  %sum = arith.addi %dim, %c8 : index
  %other = arith.addi %sum, %c0 : index
  %dead = arith.muli %other, %other : index
  %load = memref.load %cast[%c0, %c1] : memref<?x?xf32>
  %wide = vector.broadcast %x : vector<4xf32> to vector<2x4xf32>
  cf.cond_br %b, ^one(%zero : i32), ^two(%zero : i32)
^one(%a: i32):
  cf.br ^end(%a : i32)
^two(%c: i32):
  cf.br ^end(%c : i32)
^end(%r: i32):
  return %wide, %other, %r, %load : vector<2x4xf32>, index, i32, f32
}
// What patterns of the canonicalizer alone would do stays: a sum of sums, a comparison and a choice.
func.func @stays(%x: i32, %y: i1) -> (i32, i1) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = arith.addi %0, %c2 : i32
  %f = arith.constant false
  %t = arith.constant true
  %2 = arith.select %y, %f, %t : i1
  return %1, %2 : i32, i1
}

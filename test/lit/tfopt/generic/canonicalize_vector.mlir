// RUN: tf-opt --split-input-file --canonicalize %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @ex_ins(%x: f32, %v: vector<4xf32>, %m: vector<2x3xf32>, %r: vector<3xf32>, %i: index) -> (f32, f32, f32, vector<3xf32>, f32, f32) {
  %0 = vector.insert %x, %v [1] : f32 into vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<4xf32>
  %2 = vector.extract %0[2] : f32 from vector<4xf32>
  %3 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  %4 = vector.extract %3[%i] : f32 from vector<4xf32>
  %5 = vector.insert %r, %m [1] : vector<3xf32> into vector<2x3xf32>
  %6 = vector.extract %5[1] : vector<3xf32> from vector<2x3xf32>
  %7 = vector.extract %5[1, 2] : f32 from vector<2x3xf32>
  %8 = vector.extract %5[0, 2] : f32 from vector<2x3xf32>
  return %1, %2, %4, %6, %7, %8 : f32, f32, f32, vector<3xf32>, f32, f32
}
// -----
func.func @ex_ins_keeps(%x: f32, %v: vector<4xf32>, %i: index, %j: index, %m: vector<2x3xf32>) -> (f32, f32, vector<3xf32>) {
  %0 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  %1 = vector.extract %0[%j] : f32 from vector<4xf32>
  %2 = vector.extract %0[2] : f32 from vector<4xf32>
  %3 = vector.insert %x, %m [1, 0] : f32 into vector<2x3xf32>
  %4 = vector.extract %3[1] : vector<3xf32> from vector<2x3xf32>
  return %1, %2, %4 : f32, f32, vector<3xf32>
}
// -----
func.func @ex_ex(%m: vector<2x3x4xf32>, %i: index) -> (f32, vector<4xf32>, f32) {
  %0 = vector.extract %m[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %0[2, 3] : f32 from vector<3x4xf32>
  %2 = vector.extract %0[0] : vector<4xf32> from vector<3x4xf32>
  %3 = vector.extract %2[%i] : f32 from vector<4xf32>
  return %1, %2, %3 : f32, vector<4xf32>, f32
}
// -----
func.func @ex_bc(%x: f32, %v: vector<4xf32>, %w: vector<2x1xf32>) -> (f32, vector<4xf32>, f32, vector<3xf32>, f32, vector<4xf32>) {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<4xf32>
  %2 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %3 = vector.extract %2[1] : vector<4xf32> from vector<2x4xf32>
  %4 = vector.extract %2[1, 2] : f32 from vector<2x4xf32>
  %5 = vector.broadcast %w : vector<2x1xf32> to vector<2x3xf32>
  %6 = vector.extract %5[1] : vector<3xf32> from vector<2x3xf32>
  %7 = vector.extract %5[1, 2] : f32 from vector<2x3xf32>
  %8 = vector.broadcast %x : f32 to vector<3x4xf32>
  %9 = vector.extract %8[1] : vector<4xf32> from vector<3x4xf32>
  return %1, %3, %4, %6, %7, %9 : f32, vector<4xf32>, f32, vector<3xf32>, f32, vector<4xf32>
}
// -----
func.func @bc(%x: f32, %v: vector<4xf32>, %w: vector<1xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<3x2x4xf32>, vector<4xf32>, vector<2xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.broadcast %x : f32 to vector<4xf32>
  %2 = vector.broadcast %1 : vector<4xf32> to vector<2x4xf32>
  %3 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %4 = vector.broadcast %3 : vector<2x4xf32> to vector<3x2x4xf32>
  %c = arith.constant 2.0 : f32
  %5 = vector.broadcast %c : f32 to vector<4xf32>
  %d = arith.constant dense<3.0> : vector<2xf32>
  %6 = vector.broadcast %d : vector<2xf32> to vector<2xf32>
  return %0, %2, %4, %5, %6 : vector<4xf32>, vector<2x4xf32>, vector<3x2x4xf32>, vector<4xf32>, vector<2xf32>
}
// -----
func.func @consts() -> (f32, vector<2xf32>, vector<4xi32>, vector<2x4xf32>, vector<3x2xf32>, vector<2xi32>, vector<6xf32>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %s = arith.constant dense<2.0> : vector<2x3xf32>
  %0 = vector.extract %c[2] : f32 from vector<4xf32>
  %1 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %2 = vector.bitcast %c : vector<4xf32> to vector<4xi32>
  %d = arith.constant dense<5.0> : vector<4xf32>
  %3 = vector.broadcast %d : vector<4xf32> to vector<2x4xf32>
  %4 = vector.transpose %s, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %i = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %5 = vector.shuffle %i, %i [3, 5] : vector<4xi32>, vector<4xi32>
  %6 = vector.shape_cast %s : vector<2x3xf32> to vector<6xf32>
  return %0, %1, %2, %3, %4, %5, %6 : f32, vector<2xf32>, vector<4xi32>, vector<2x4xf32>, vector<3x2xf32>, vector<2xi32>, vector<6xf32>
}
// -----
func.func @consts2() -> (vector<3xf32>, vector<4xi32>, vector<2xf32>, vector<4xf32>, f32) {
  %c = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %0 = vector.extract %c[1] : vector<3xf32> from vector<2x3xf32>
  %i = arith.constant dense<7> : vector<4xi32>
  %j = arith.constant 9 : i32
  %1 = vector.insert %j, %i [2] : i32 into vector<4xi32>
  %x = arith.constant 1.0 : f32
  %y = arith.constant 2.0 : f32
  %2 = vector.from_elements %x, %y : vector<2xf32>
  %f = arith.constant dense<3.0> : vector<4xf32>
  %3 = vector.insert_strided_slice %2, %f {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
  %4 = vector.reduction <add>, %f : vector<4xf32> into f32
  return %0, %1, %2, %3, %4 : vector<3xf32>, vector<4xi32>, vector<2xf32>, vector<4xf32>, f32
}
// -----
func.func @tr(%m: vector<2x3xf32>, %v: vector<4xf32>, %t: vector<2x3x4xf32>, %x: f32) -> (vector<2x3xf32>, vector<2x3xf32>, vector<4x2x3xf32>, vector<3x2xf32>, f32, vector<3xf32>) {
  %0 = vector.transpose %m, [0, 1] : vector<2x3xf32> to vector<2x3xf32>
  %1 = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %2 = vector.transpose %1, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  %3 = vector.transpose %t, [1, 2, 0] : vector<2x3x4xf32> to vector<3x4x2xf32>
  %4 = vector.transpose %3, [1, 2, 0] : vector<3x4x2xf32> to vector<4x2x3xf32>
  %5 = vector.broadcast %x : f32 to vector<2x3xf32>
  %6 = vector.transpose %5, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %7 = vector.extract %1[2, 1] : f32 from vector<3x2xf32>
  %8 = vector.transpose %t, [0, 2, 1] : vector<2x3x4xf32> to vector<2x4x3xf32>
  %9 = vector.extract %8[1, 3] : vector<3xf32> from vector<2x4x3xf32>
  return %0, %2, %4, %6, %7, %9 : vector<2x3xf32>, vector<2x3xf32>, vector<4x2x3xf32>, vector<3x2xf32>, f32, vector<3xf32>
}
// -----
func.func @sc(%m: vector<2x3xf32>, %v: vector<6xf32>, %x: f32, %o: vector<1x4xf32>) -> (vector<2x3xf32>, vector<3x2xf32>, vector<2x3xf32>, vector<6xf32>, vector<4xf32>) {
  %0 = vector.shape_cast %m : vector<2x3xf32> to vector<2x3xf32>
  %1 = vector.shape_cast %m : vector<2x3xf32> to vector<6xf32>
  %2 = vector.shape_cast %1 : vector<6xf32> to vector<3x2xf32>
  %3 = vector.shape_cast %1 : vector<6xf32> to vector<2x3xf32>
  %4 = vector.broadcast %x : f32 to vector<2x3xf32>
  %5 = vector.shape_cast %4 : vector<2x3xf32> to vector<6xf32>
  %6 = vector.shape_cast %o : vector<1x4xf32> to vector<4xf32>
  return %0, %2, %3, %5, %6 : vector<2x3xf32>, vector<3x2xf32>, vector<2x3xf32>, vector<6xf32>, vector<4xf32>
}
// -----
func.func @bitc(%v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<2xi64>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %2 = vector.bitcast %1 : vector<4xi32> to vector<4xf32>
  %3 = vector.bitcast %1 : vector<4xi32> to vector<2xi64>
  return %0, %2, %3 : vector<4xf32>, vector<4xf32>, vector<2xi64>
}
// -----
func.func @slice(%v: vector<8xf32>, %w: vector<4xf32>, %x: f32, %m: vector<4x8xf32>) -> (vector<8xf32>, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [8], strides = [1]} : vector<8xf32> to vector<8xf32>
  %1 = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %3 = vector.insert_strided_slice %w, %v {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  %4 = vector.extract_strided_slice %3 {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %5 = vector.broadcast %x : f32 to vector<8xf32>
  %6 = vector.extract_strided_slice %5 {offsets = [2], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  %7 = vector.extract_strided_slice %3 {offsets = [6], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  %8 = vector.extract_strided_slice %m {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return %0, %2, %4, %6, %7, %8 : vector<8xf32>, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2x8xf32>
}
// -----
func.func @shuf(%v: vector<4xf32>, %w: vector<4xf32>, %x: f32) -> (vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<8xf32>) {
  %0 = vector.shuffle %v, %w [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %v, %w [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %2 = vector.broadcast %x : f32 to vector<4xf32>
  %3 = vector.shuffle %2, %2 [1, 5] : vector<4xf32>, vector<4xf32>
  %4 = vector.shuffle %v, %w [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  return %0, %1, %3, %4 : vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<8xf32>
}
// -----
func.func @red(%v: vector<1xf32>, %w: vector<4xf32>, %x: f32, %i: vector<1xi32>, %n: i32) -> (f32, f32, i32, i32) {
  %0 = vector.reduction <add>, %v : vector<1xf32> into f32
  %1 = vector.reduction <mul>, %v, %x : vector<1xf32> into f32
  %2 = vector.reduction <maxsi>, %i, %n : vector<1xi32> into i32
  %3 = vector.reduction <xor>, %i, %n : vector<1xi32> into i32
  return %0, %1, %2, %3 : f32, f32, i32, i32
}
// -----
func.func @masks(%i: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x3xi1>, vector<4xi1>, vector<2x3xi1>) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %c-1 = arith.constant -1 : index
  %0 = vector.create_mask %c2 : vector<4xi1>
  %1 = vector.create_mask %c9 : vector<4xi1>
  %2 = vector.create_mask %c-1 : vector<4xi1>
  %3 = vector.create_mask %c2, %c2 : vector<2x3xi1>
  %4 = vector.create_mask %i : vector<4xi1>
  %5 = vector.create_mask %i, %c9 : vector<2x3xi1>
  return %0, %1, %2, %3, %4, %5 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x3xi1>, vector<4xi1>, vector<2x3xi1>
}
// -----
func.func @mload(%m: memref<8xf32>, %i: index, %p: vector<4xf32>, %q: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %a = vector.constant_mask [4] : vector<4xi1>
  %n = vector.constant_mask [0] : vector<4xi1>
  %0 = vector.maskedload %m[%i], %a, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %m[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %a, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.gather %m[%i][%q], %n, %p : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i][%q], %n, %p : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %m[%i], %a, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %4 = vector.expandload %m[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %a, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @mload2(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %a = arith.constant dense<true> : vector<4xi1>
  %n = arith.constant dense<false> : vector<4xi1>
  %0 = vector.maskedload %m[%i], %a, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %m[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @els(%x: f32, %y: f32, %v: vector<2xf32>, %w: vector<4xf32>) -> (vector<2xf32>, f32, f32, vector<2xf32>, vector<3xf32>, f32) {
  %0:2 = vector.to_elements %v : vector<2xf32>
  %1 = vector.from_elements %0#0, %0#1 : vector<2xf32>
  %2 = vector.from_elements %x, %y : vector<2xf32>
  %3:2 = vector.to_elements %2 : vector<2xf32>
  %4 = vector.from_elements %0#1, %0#0 : vector<2xf32>
  %5 = vector.from_elements %x, %x, %x : vector<3xf32>
  %6 = vector.extract %2[1] : f32 from vector<2xf32>
  return %1, %3#0, %3#1, %4, %5, %6 : vector<2xf32>, f32, f32, vector<2xf32>, vector<3xf32>, f32
}
// -----
func.func @casts(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) -> vector<4xf32> {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %0 = vector.load %c[%i] : memref<?xf32>, vector<4xf32>
  vector.store %v, %c[%i] : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @tread(%m: memref<8xf32>, %i: index, %n: memref<4x8xf32>) -> (vector<4xf32>, vector<8xf32>, vector<4xf32>) {
  %p = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %0 = vector.transfer_read %c[%i], %p : memref<?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c0], %p : memref<8xf32>, vector<8xf32>
  %2 = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<4xf32>
  vector.transfer_write %1, %m[%c0] : vector<8xf32>, memref<8xf32>
  return %0, %1, %2 : vector<4xf32>, vector<8xf32>, vector<4xf32>
}
// -----
func.func @ins(%x: f32, %v: vector<1xf32>, %w: vector<2xf32>, %m: vector<2x3xf32>, %r: vector<3xf32>, %z: vector<f32>) -> (vector<1xf32>, vector<2xf32>, vector<2x3xf32>, vector<2xf32>) {
  %0 = vector.insert %x, %v [0] : f32 into vector<1xf32>
  %1 = vector.insert %x, %w [0] : f32 into vector<2xf32>
  %2 = vector.insert %x, %1 [0] : f32 into vector<2xf32>
  %3 = vector.insert %r, %m [0] : vector<3xf32> into vector<2x3xf32>
  %4 = vector.insert %r, %3 [0] : vector<3xf32> into vector<2x3xf32>
  %5 = vector.extract %w[0] : f32 from vector<2xf32>
  %6 = vector.insert %5, %w [0] : f32 into vector<2xf32>
  return %0, %2, %4, %6 : vector<1xf32>, vector<2xf32>, vector<2x3xf32>, vector<2xf32>
}
// -----
func.func @poison(%x: f32) -> (f32, vector<4xf32>, vector<2xf32>, vector<2xf32>, f32) {
  %p = ub.poison : vector<4xf32>
  %0 = vector.extract %p[1] : f32 from vector<4xf32>
  %1 = vector.shuffle %p, %p [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %2 = vector.extract_strided_slice %p {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %q = ub.poison : vector<2xf32>
  %3 = vector.insert %x, %q [-1] : f32 into vector<2xf32>
  %4 = vector.extract %q[-1] : f32 from vector<2xf32>
  return %0, %1, %2, %3, %4 : f32, vector<4xf32>, vector<2xf32>, vector<2xf32>, f32
}
// -----
func.func @ex_sc(%v: vector<1x4xf32>, %w: vector<6xf32>) -> (f32, f32, vector<4xf32>) {
  %0 = vector.shape_cast %v : vector<1x4xf32> to vector<4xf32>
  %1 = vector.extract %0[2] : f32 from vector<4xf32>
  %2 = vector.shape_cast %w : vector<6xf32> to vector<2x3xf32>
  %3 = vector.extract %2[1, 1] : f32 from vector<2x3xf32>
  %4 = vector.shape_cast %v : vector<1x4xf32> to vector<1x1x4xf32>
  %5 = vector.extract %4[0, 0] : vector<4xf32> from vector<1x1x4xf32>
  return %1, %3, %5 : f32, f32, vector<4xf32>
}
// -----
func.func @stay(%m: vector<2x3xf32>, %v: vector<4xf32>, %w: vector<4xf32>, %i: index, %k: vector<4xi1>, %b: memref<8xf32>) -> (vector<3x2xf32>, vector<6xf32>, vector<4xf32>, f32, vector<4xf32>) {
  %0 = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %1 = vector.shape_cast %m : vector<2x3xf32> to vector<6xf32>
  %2 = vector.shuffle %v, %w [1, 0, 2, 3] : vector<4xf32>, vector<4xf32>
  %3 = vector.extract %v[%i] : f32 from vector<4xf32>
  %4 = vector.maskedload %b[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<3x2xf32>, vector<6xf32>, vector<4xf32>, f32, vector<4xf32>
}
// -----
func.func @slices(%v: vector<4xf32>, %m: vector<2x3xf32>, %w: vector<2xf32>, %t: vector<2x3x2xf32>) -> (f32, f32, f32, vector<1x3xf32>, f32, vector<1x3x2xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %1 = vector.extract %0[1] : f32 from vector<2xf32>
  %2 = vector.insert_strided_slice %w, %v {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
  %3 = vector.extract %2[2] : f32 from vector<4xf32>
  %4 = vector.extract %2[3] : f32 from vector<4xf32>
  %5 = vector.extract_strided_slice %m {offsets = [1], sizes = [1], strides = [1]} : vector<2x3xf32> to vector<1x3xf32>
  %6 = vector.shuffle %v, %v [6, 1] : vector<4xf32>, vector<4xf32>
  %7 = vector.extract %6[0] : f32 from vector<2xf32>
  %8 = vector.insert_strided_slice %5, %5 {offsets = [0, 0], strides = [1, 1]} : vector<1x3xf32> into vector<1x3xf32>
  %9 = vector.extract_strided_slice %t {offsets = [1], sizes = [1], strides = [1]} : vector<2x3x2xf32> to vector<1x3x2xf32>
  return %1, %3, %4, %8, %7, %9 : f32, f32, f32, vector<1x3xf32>, f32, vector<1x3x2xf32>
}
// -----
func.func @spread(%v: vector<4xf32>, %w: vector<2x1xf32>) -> (vector<2x2xf32>, vector<2x2xf32>, vector<2x4xf32>, vector<4x1x1xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<3x4xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 1], sizes = [2, 2], strides = [1, 1]} : vector<3x4xf32> to vector<2x2xf32>
  %2 = vector.broadcast %v : vector<4xf32> to vector<1x4xf32>
  %3 = vector.shape_cast %2 : vector<1x4xf32> to vector<2x2xf32>
  %4 = vector.shape_cast %v : vector<4xf32> to vector<1x4xf32>
  %5 = vector.broadcast %4 : vector<1x4xf32> to vector<2x4xf32>
  %6 = vector.shape_cast %v : vector<4xf32> to vector<1x1x4xf32>
  %7 = vector.transpose %6, [2, 0, 1] : vector<1x1x4xf32> to vector<4x1x1xf32>
  return %1, %3, %5, %7 : vector<2x2xf32>, vector<2x2xf32>, vector<2x4xf32>, vector<4x1x1xf32>
}
// -----
func.func @in_pieces(%m: vector<2x3xf32>, %x: f32, %r: vector<3xf32>) -> (vector<3xf32>, vector<3xf32>) {
  %0 = vector.insert %x, %m [1, 0] : f32 into vector<2x3xf32>
  %1 = vector.insert %x, %0 [0, 1] : f32 into vector<2x3xf32>
  %2 = vector.extract %1[1] : vector<3xf32> from vector<2x3xf32>
  %3 = vector.insert %r, %m [0] : vector<3xf32> into vector<2x3xf32>
  %4 = vector.insert %x, %3 [1, 1] : f32 into vector<2x3xf32>
  %5 = vector.extract %4[0] : vector<3xf32> from vector<2x3xf32>
  return %2, %5 : vector<3xf32>, vector<3xf32>
}

// CHECK: module {
// CHECK: func.func @ex_ins(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<2x3xf32>, %arg3: vector<3xf32>, %arg4: index) -> (f32, f32, f32, vector<3xf32>, f32, f32) {
// CHECK-NEXT: %0 = vector.extract %arg1[2] : f32 from vector<4xf32>
// CHECK-NEXT: %1 = vector.insert %arg0, %arg1 [%arg4] : f32 into vector<4xf32>
// CHECK-NEXT: %2 = vector.extract %1[%arg4] : f32 from vector<4xf32>
// CHECK-NEXT: %3 = vector.extract %arg3[2] : f32 from vector<3xf32>
// CHECK-NEXT: %4 = vector.extract %arg2[0, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT: return %arg0, %0, %2, %arg3, %3, %4 : f32, f32, f32, vector<3xf32>, f32, f32
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex_ins_keeps(%arg0: f32, %arg1: vector<4xf32>, %arg2: index, %arg3: index, %arg4: vector<2x3xf32>) -> (f32, f32, vector<3xf32>) {
// CHECK-NEXT: %0 = vector.insert %arg0, %arg1 [%arg2] : f32 into vector<4xf32>
// CHECK-NEXT: %1 = vector.extract %0[%arg3] : f32 from vector<4xf32>
// CHECK-NEXT: %2 = vector.extract %0[2] : f32 from vector<4xf32>
// CHECK-NEXT: %3 = vector.insert %arg0, %arg4 [1, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT: %4 = vector.extract %3[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT: return %1, %2, %4 : f32, f32, vector<3xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex_ex(%arg0: vector<2x3x4xf32>, %arg1: index) -> (f32, vector<4xf32>, f32) {
// CHECK-NEXT: %0 = vector.extract %arg0[1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[1, 0] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT: %2 = vector.extract %1[%arg1] : f32 from vector<4xf32>
// CHECK-NEXT: return %0, %1, %2 : f32, vector<4xf32>, f32
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex_bc(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<2x1xf32>) -> (f32, vector<4xf32>, f32, vector<3xf32>, f32, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg1[2] : f32 from vector<4xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg2 : vector<2x1xf32> to vector<2x3xf32>
// CHECK-NEXT: %2 = vector.extract %1[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT: %3 = vector.extract %arg2[1, 0] : f32 from vector<2x1xf32>
// CHECK-NEXT: %4 = vector.broadcast %arg0 : f32 to vector<4xf32>
// CHECK-NEXT: return %arg0, %arg1, %0, %2, %3, %4 : f32, vector<4xf32>, f32, vector<3xf32>, f32, vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @bc(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<1xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<3x2x4xf32>, vector<4xf32>, vector<2xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<2.000000e+00> : vector<4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<3.000000e+00> : vector<2xf32>
// CHECK-NEXT: %0 = vector.broadcast %arg0 : f32 to vector<2x4xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<4xf32> to vector<3x2x4xf32>
// CHECK-NEXT: return %arg1, %0, %1, %cst, %cst_0 : vector<4xf32>, vector<2x4xf32>, vector<3x2x4xf32>, vector<4xf32>, vector<2xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @consts() -> (f32, vector<2xf32>, vector<4xi32>, vector<2x4xf32>, vector<3x2xf32>, vector<2xi32>, vector<6xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<2.000000e+00> : vector<6xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[4, 2]> : vector<2xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<2.000000e+00> : vector<3x2xf32>
// CHECK-NEXT: %cst_2 = arith.constant dense<5.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %cst_3 = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : vector<4xf32>
// CHECK-NEXT: %cst_4 = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: %cst_5 = arith.constant dense<[2.000000e+00, 3.000000e+00]> : vector<2xf32>
// CHECK-NEXT: %0 = vector.bitcast %cst_3 : vector<4xf32> to vector<4xi32>
// CHECK-NEXT: return %cst_4, %cst_5, %0, %cst_2, %cst_1, %cst_0, %cst : f32, vector<2xf32>, vector<4xi32>, vector<2x4xf32>, vector<3x2xf32>, vector<2xi32>, vector<6xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @consts2() -> (vector<3xf32>, vector<4xi32>, vector<2xf32>, vector<4xf32>, f32) {
// CHECK-NEXT: %cst = arith.constant dense<3.000000e+00> : vector<4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[4.000000e+00, 5.000000e+00, 6.000000e+00]> : vector<3xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[7, 7, 9, 7]> : vector<4xi32>
// CHECK-NEXT: %cst_2 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CHECK-NEXT: %cst_3 = arith.constant dense<[3.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : vector<4xf32>
// CHECK-NEXT: %0 = vector.reduction <add>, %cst : vector<4xf32> into f32
// CHECK-NEXT: return %cst_0, %cst_1, %cst_2, %cst_3, %0 : vector<3xf32>, vector<4xi32>, vector<2xf32>, vector<4xf32>, f32
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @tr(%arg0: vector<2x3xf32>, %arg1: vector<4xf32>, %arg2: vector<2x3x4xf32>, %arg3: f32) -> (vector<2x3xf32>, vector<2x3xf32>, vector<4x2x3xf32>, vector<3x2xf32>, f32, vector<3xf32>) {
// CHECK-NEXT: %0 = vector.transpose %arg2, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg3 : f32 to vector<3x2xf32>
// CHECK-NEXT: %2 = vector.extract %arg0[1, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT: %3 = vector.transpose %arg2, [0, 2, 1] : vector<2x3x4xf32> to vector<2x4x3xf32>
// CHECK-NEXT: %4 = vector.extract %3[1, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT: return %arg0, %arg0, %0, %1, %2, %4 : vector<2x3xf32>, vector<2x3xf32>, vector<4x2x3xf32>, vector<3x2xf32>, f32, vector<3xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @sc(%arg0: vector<2x3xf32>, %arg1: vector<6xf32>, %arg2: f32, %arg3: vector<1x4xf32>) -> (vector<2x3xf32>, vector<3x2xf32>, vector<2x3xf32>, vector<6xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg2 : f32 to vector<6xf32>
// CHECK-NEXT: %2 = vector.shape_cast %arg3 : vector<1x4xf32> to vector<4xf32>
// CHECK-NEXT: return %arg0, %0, %arg0, %1, %2 : vector<2x3xf32>, vector<3x2xf32>, vector<2x3xf32>, vector<6xf32>, vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @bitc(%arg0: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<2xi64>) {
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<4xf32> to vector<2xi64>
// CHECK-NEXT: return %arg0, %arg0, %0 : vector<4xf32>, vector<4xf32>, vector<2xi64>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @slice(%arg0: vector<8xf32>, %arg1: vector<4xf32>, %arg2: f32, %arg3: vector<4x8xf32>) -> (vector<8xf32>, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2x8xf32>) {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %2 = vector.insert_strided_slice %arg1, %arg0 {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
// CHECK-NEXT: %3 = vector.broadcast %arg2 : f32 to vector<2xf32>
// CHECK-NEXT: %4 = vector.extract_strided_slice %2 {offsets = [6], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %arg3 {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
// CHECK-NEXT: return %arg0, %1, %arg1, %3, %4, %5 : vector<8xf32>, vector<2xf32>, vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<2x8xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @shuf(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: f32) -> (vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<8xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg2 : f32 to vector<2xf32>
// CHECK-NEXT: %1 = vector.interleave %arg0, %arg1 : vector<4xf32> -> vector<8xf32>
// CHECK-NEXT: return %arg0, %arg1, %0, %1 : vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<8xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @red(%arg0: vector<1xf32>, %arg1: vector<4xf32>, %arg2: f32, %arg3: vector<1xi32>, %arg4: i32) -> (f32, f32, i32, i32) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT: %2 = arith.mulf %1, %arg2 : f32
// CHECK-NEXT: %3 = vector.extract %arg3[0] : i32 from vector<1xi32>
// CHECK-NEXT: %4 = arith.maxsi %3, %arg4 : i32
// CHECK-NEXT: %5 = vector.extract %arg3[0] : i32 from vector<1xi32>
// CHECK-NEXT: %6 = arith.xori %5, %arg4 : i32
// CHECK-NEXT: return %0, %2, %4, %6 : f32, f32, i32, i32
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @masks(%arg0: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x3xi1>, vector<4xi1>, vector<2x3xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %0 = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: %1 = vector.constant_mask [2, 2] : vector<2x3xi1>
// CHECK-NEXT: %2 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %3 = vector.create_mask %arg0, %c9 : vector<2x3xi1>
// CHECK-NEXT: return %0, %cst_0, %cst, %1, %2, %3 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<2x3xi1>, vector<4xi1>, vector<2x3xi1>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @mload(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xf32>, %arg3: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.load %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: vector.store %arg2, %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.load %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: vector.store %arg2, %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: return %0, %arg2, %arg2, %1, %arg2 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @mload2(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.load %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: return %0, %arg2 : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @els(%arg0: f32, %arg1: f32, %arg2: vector<2xf32>, %arg3: vector<4xf32>) -> (vector<2xf32>, f32, f32, vector<2xf32>, vector<3xf32>, f32) {
// CHECK-NEXT: %0:2 = vector.to_elements %arg2 : vector<2xf32>
// CHECK-NEXT: %1 = vector.from_elements %0#1, %0#0 : vector<2xf32>
// CHECK-NEXT: %2 = vector.broadcast %arg0 : f32 to vector<3xf32>
// CHECK-NEXT: return %arg2, %arg0, %arg1, %1, %2, %arg1 : vector<2xf32>, f32, f32, vector<2xf32>, vector<3xf32>, f32
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @casts(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT: %0 = vector.load %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: vector.store %arg2, %arg0[%arg1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @tread(%arg0: memref<8xf32>, %arg1: index, %arg2: memref<4x8xf32>) -> (vector<4xf32>, vector<8xf32>, vector<4xf32>) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1], %cst : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%c0], %cst {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%arg1], %cst : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: vector.transfer_write %1, %arg0[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<4xf32>, vector<8xf32>, vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ins(%arg0: f32, %arg1: vector<1xf32>, %arg2: vector<2xf32>, %arg3: vector<2x3xf32>, %arg4: vector<3xf32>, %arg5: vector<f32>) -> (vector<1xf32>, vector<2xf32>, vector<2x3xf32>, vector<2xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : f32 to vector<1xf32>
// CHECK-NEXT: %1 = vector.insert %arg0, %arg2 [0] : f32 into vector<2xf32>
// CHECK-NEXT: %2 = vector.insert %arg4, %arg3 [0] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT: %3 = vector.extract %arg2[0] : f32 from vector<2xf32>
// CHECK-NEXT: %4 = vector.insert %3, %arg2 [0] : f32 into vector<2xf32>
// CHECK-NEXT: return %0, %1, %2, %4 : vector<1xf32>, vector<2xf32>, vector<2x3xf32>, vector<2xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @poison(%arg0: f32) -> (f32, vector<4xf32>, vector<2xf32>, vector<2xf32>, f32) {
// CHECK-NEXT: %0 = ub.poison : vector<2xf32>
// CHECK-NEXT: %1 = ub.poison : vector<4xf32>
// CHECK-NEXT: %2 = ub.poison : f32
// CHECK-NEXT: %3 = vector.extract_strided_slice %1 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: return %2, %1, %3, %0, %2 : f32, vector<4xf32>, vector<2xf32>, vector<2xf32>, f32
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex_sc(%arg0: vector<1x4xf32>, %arg1: vector<6xf32>) -> (f32, f32, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[0, 2] : f32 from vector<1x4xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[4] : f32 from vector<6xf32>
// CHECK-NEXT: %2 = vector.extract %arg0[0] : vector<4xf32> from vector<1x4xf32>
// CHECK-NEXT: return %0, %1, %2 : f32, f32, vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @stay(%arg0: vector<2x3xf32>, %arg1: vector<4xf32>, %arg2: vector<4xf32>, %arg3: index, %arg4: vector<4xi1>, %arg5: memref<8xf32>) -> (vector<3x2xf32>, vector<6xf32>, vector<4xf32>, f32, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.transpose %arg0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg0 : vector<2x3xf32> to vector<6xf32>
// CHECK-NEXT: %2 = vector.shuffle %arg1, %arg2 [1, 0, 2, 3] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.extract %arg1[%arg3] : f32 from vector<4xf32>
// CHECK-NEXT: %4 = vector.maskedload %arg5[%arg3], %arg4, %arg1 : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: return %0, %1, %2, %3, %4 : vector<3x2xf32>, vector<6xf32>, vector<4xf32>, f32, vector<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @slices(%arg0: vector<4xf32>, %arg1: vector<2x3xf32>, %arg2: vector<2xf32>, %arg3: vector<2x3x2xf32>) -> (f32, f32, f32, vector<1x3xf32>, f32, vector<1x3x2xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[2] : f32 from vector<4xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %arg2, %arg0 {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT: %2 = vector.extract %arg2[1] : f32 from vector<2xf32>
// CHECK-NEXT: %3 = vector.extract %1[3] : f32 from vector<4xf32>
// CHECK-NEXT: %4 = vector.extract %arg1[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT: %5 = vector.shape_cast %4 : vector<3xf32> to vector<1x3xf32>
// CHECK-NEXT: %6 = vector.extract %arg0[2] : f32 from vector<4xf32>
// CHECK-NEXT: %7 = vector.extract %arg3[1] : vector<3x2xf32> from vector<2x3x2xf32>
// CHECK-NEXT: %8 = vector.shape_cast %7 : vector<3x2xf32> to vector<1x3x2xf32>
// CHECK-NEXT: return %0, %2, %3, %5, %6, %8 : f32, f32, f32, vector<1x3xf32>, f32, vector<1x3x2xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @spread(%arg0: vector<4xf32>, %arg1: vector<2x1xf32>) -> (vector<2x2xf32>, vector<2x2xf32>, vector<2x4xf32>, vector<4x1x1xf32>) {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %1 = vector.broadcast %0 : vector<2xf32> to vector<2x2xf32>
// CHECK-NEXT: %2 = vector.shape_cast %arg0 : vector<4xf32> to vector<2x2xf32>
// CHECK-NEXT: %3 = vector.broadcast %arg0 : vector<4xf32> to vector<2x4xf32>
// CHECK-NEXT: %4 = vector.shape_cast %arg0 : vector<4xf32> to vector<4x1x1xf32>
// CHECK-NEXT: return %1, %2, %3, %4 : vector<2x2xf32>, vector<2x2xf32>, vector<2x4xf32>, vector<4x1x1xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @in_pieces(%arg0: vector<2x3xf32>, %arg1: f32, %arg2: vector<3xf32>) -> (vector<3xf32>, vector<3xf32>) {
// CHECK-NEXT: %0 = vector.insert %arg1, %arg0 [1, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT: %1 = vector.insert %arg1, %0 [0, 1] : f32 into vector<2x3xf32>
// CHECK-NEXT: %2 = vector.extract %1[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT: return %2, %arg2 : vector<3xf32>, vector<3xf32>
// CHECK-NEXT: }

func.func @broadcasts(%x: f32, %v: vector<4xf32>, %w: vector<1x4xf32>) -> (vector<3x4xf32>, vector<2x3x4xf32>, vector<3x4xf32>, vector<4xf32>, vector<[4]xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<3x4xf32>
  %1 = vector.broadcast %0 : vector<3x4xf32> to vector<2x3x4xf32>
  %2 = vector.broadcast %w : vector<1x4xf32> to vector<3x4xf32>
  %3 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  %4 = vector.broadcast %x : f32 to vector<[4]xf32>
  return %0, %1, %2, %3, %4 : vector<3x4xf32>, vector<2x3x4xf32>, vector<3x4xf32>, vector<4xf32>, vector<[4]xf32>
}
// -----
func.func @broadcast_constants() -> (vector<4xf32>, vector<2x3xi32>, vector<2x2xi8>) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant dense<7> : vector<3xi32>
  %c = arith.constant dense<[1, 2]> : vector<2xi8>
  %0 = vector.broadcast %a : f32 to vector<4xf32>
  %1 = vector.broadcast %b : vector<3xi32> to vector<2x3xi32>
  %2 = vector.broadcast %c : vector<2xi8> to vector<2x2xi8>
  return %0, %1, %2 : vector<4xf32>, vector<2x3xi32>, vector<2x2xi8>
}
// -----
func.func @extracts(%v: vector<2x3x4xf32>, %i: index) -> (vector<3x4xf32>, vector<4xf32>, f32, f32, vector<2x3x4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.extract %v[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %0[2] : vector<4xf32> from vector<3x4xf32>
  %2 = vector.extract %1[3] : f32 from vector<4xf32>
  %3 = vector.extract %v[%i, %c1, 0] : f32 from vector<2x3x4xf32>
  %4 = vector.extract %v[] : vector<2x3x4xf32> from vector<2x3x4xf32>
  return %0, %1, %2, %3, %4 : vector<3x4xf32>, vector<4xf32>, f32, f32, vector<2x3x4xf32>
}
// -----
func.func @extract_of_broadcast(%x: f32, %v: vector<4xf32>, %i: index) -> (f32, f32, vector<4xf32>, f32) {
  %0 = vector.broadcast %x : f32 to vector<2x4xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<2x4xf32>
  %2 = vector.extract %0[%i, 2] : f32 from vector<2x4xf32>
  %3 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %4 = vector.extract %3[0] : vector<4xf32> from vector<2x4xf32>
  %5 = vector.extract %3[0, 3] : f32 from vector<2x4xf32>
  return %1, %2, %4, %5 : f32, f32, vector<4xf32>, f32
}
// -----
func.func @extract_of_constant() -> (f32, vector<2xi32>, i32) {
  %a = arith.constant dense<[0.5, 1.5]> : vector<2xf32>
  %b = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %0 = vector.extract %a[1] : f32 from vector<2xf32>
  %1 = vector.extract %b[1] : vector<2xi32> from vector<2x2xi32>
  %2 = vector.extract %b[0, 1] : i32 from vector<2x2xi32>
  return %0, %1, %2 : f32, vector<2xi32>, i32
}
// -----
func.func @extract_of_insert(%v: vector<2x4xf32>, %w: vector<4xf32>, %x: f32) -> (vector<4xf32>, vector<4xf32>, f32, f32) {
  %0 = vector.insert %w, %v[1] : vector<4xf32> into vector<2x4xf32>
  %1 = vector.extract %0[1] : vector<4xf32> from vector<2x4xf32>
  %2 = vector.extract %0[0] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.insert %x, %v[0, 2] : f32 into vector<2x4xf32>
  %4 = vector.extract %3[0, 2] : f32 from vector<2x4xf32>
  %5 = vector.extract %0[1, 3] : f32 from vector<2x4xf32>
  return %1, %2, %4, %5 : vector<4xf32>, vector<4xf32>, f32, f32
}
// -----
func.func @extract_of_transpose(%v: vector<2x3xf32>) -> (f32, vector<3xf32>, f32) {
  %0 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %1 = vector.extract %0[2, 1] : f32 from vector<3x2xf32>
  %2 = vector.transpose %0, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  %3 = vector.extract %2[1] : vector<3xf32> from vector<2x3xf32>
  %4 = vector.shape_cast %v : vector<2x3xf32> to vector<6xf32>
  %5 = vector.extract %4[4] : f32 from vector<6xf32>
  return %1, %3, %5 : f32, vector<3xf32>, f32
}
// -----
func.func @inserts(%v: vector<2x4xf32>, %w: vector<4xf32>, %x: f32, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.insert %w, %v[%c0] : vector<4xf32> into vector<2x4xf32>
  %1 = vector.insert %w, %0[%c0] : vector<4xf32> into vector<2x4xf32>
  %2 = vector.insert %x, %v[%i, 1] : f32 into vector<2x4xf32>
  %3 = vector.insert %w, %w[] : vector<4xf32> into vector<4xf32>
  return %1, %2, %3 : vector<2x4xf32>, vector<2x4xf32>, vector<4xf32>
}
// -----
func.func @insert_into_constant() -> (vector<3xi32>, vector<2x2xf32>) {
  %v = arith.constant dense<0> : vector<3xi32>
  %x = arith.constant 5 : i32
  %m = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>
  %r = arith.constant dense<[8.0, 9.0]> : vector<2xf32>
  %0 = vector.insert %x, %v[1] : i32 into vector<3xi32>
  %1 = vector.insert %r, %m[0] : vector<2xf32> into vector<2x2xf32>
  return %0, %1 : vector<3xi32>, vector<2x2xf32>
}
// -----
func.func @insert_all(%a: f32, %b: f32) -> vector<2xf32> {
  %p = ub.poison : vector<2xf32>
  %0 = vector.insert %a, %p[0] : f32 into vector<2xf32>
  %1 = vector.insert %b, %0[1] : f32 into vector<2xf32>
  return %1 : vector<2xf32>
}
// -----
func.func @elements(%a: f32, %b: f32, %v: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, f32, f32) {
  %0 = vector.from_elements %a, %a : vector<2xf32>
  %1:2 = vector.to_elements %v : vector<2xf32>
  %2 = vector.from_elements %1#0, %1#1 : vector<2xf32>
  %3 = vector.from_elements %a, %b : vector<2xf32>
  %4 = vector.extract %3[1] : f32 from vector<2xf32>
  %5:2 = vector.to_elements %3 : vector<2xf32>
  return %0, %2, %4, %5#0 : vector<2xf32>, vector<2xf32>, f32, f32
}
// -----
func.func @constant_elements() -> (vector<2x2xi32>, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = vector.from_elements %c1, %c2, %c2, %c1 : vector<2x2xi32>
  %k = arith.constant dense<[3, 4]> : vector<2xi32>
  %1:2 = vector.to_elements %k : vector<2xi32>
  return %0, %1#0, %1#1 : vector<2x2xi32>, i32, i32
}
// -----
func.func @shuffles(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<2xf32>, vector<4xf32>) {
  %0 = vector.shuffle %a, %b [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %a, %b [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %2 = vector.shuffle %a, %b [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  %3 = vector.shuffle %a, %a [3, -1] : vector<4xf32>, vector<4xf32>
  %4 = vector.shuffle %a, %b [-1, -1, -1, -1] : vector<4xf32>, vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<2xf32>, vector<4xf32>
}
// -----
func.func @shuffled_constants() -> (vector<3xi32>, vector<2x2xi32>) {
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %b = arith.constant dense<[3, 4]> : vector<2xi32>
  %m = arith.constant dense<[[1, 2]]> : vector<1x2xi32>
  %n = arith.constant dense<[[3, 4]]> : vector<1x2xi32>
  %0 = vector.shuffle %a, %b [3, 0, 1] : vector<2xi32>, vector<2xi32>
  %1 = vector.shuffle %m, %n [1, 0] : vector<1x2xi32>, vector<1x2xi32>
  return %0, %1 : vector<3xi32>, vector<2x2xi32>
}
// -----
func.func @transposes(%v: vector<2x3x4xf32>, %s: vector<3x3xf32>) -> (vector<2x3x4xf32>, vector<3x4x2xf32>, vector<4x2x3xf32>, vector<3x2xf32>) {
  %0 = vector.transpose %v, [0, 1, 2] : vector<2x3x4xf32> to vector<2x3x4xf32>
  %1 = vector.transpose %v, [1, 2, 0] : vector<2x3x4xf32> to vector<3x4x2xf32>
  %2 = vector.transpose %1, [1, 2, 0] : vector<3x4x2xf32> to vector<4x2x3xf32>
  %c = arith.constant dense<2.0> : vector<2x3xf32>
  %3 = vector.transpose %c, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0, %1, %2, %3 : vector<2x3x4xf32>, vector<3x4x2xf32>, vector<4x2x3xf32>, vector<3x2xf32>
}
// -----
func.func @transposed_broadcast(%x: f32, %v: vector<4xf32>, %w: vector<1x4xf32>) -> (vector<3x2xf32>, vector<4x3xf32>, vector<4x1xf32>) {
  %0 = vector.broadcast %x : f32 to vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %2 = vector.broadcast %v : vector<4xf32> to vector<3x4xf32>
  %3 = vector.transpose %2, [1, 0] : vector<3x4xf32> to vector<4x3xf32>
  %4 = vector.transpose %w, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %1, %3, %4 : vector<3x2xf32>, vector<4x3xf32>, vector<4x1xf32>
}
// -----
func.func @shape_casts(%v: vector<2x6xf32>, %x: vector<1xf32>) -> (vector<2x6xf32>, vector<3x4xf32>, vector<1x1xf32>, vector<4xi8>, vector<6xf32>) {
  %0 = vector.shape_cast %v : vector<2x6xf32> to vector<12xf32>
  %1 = vector.shape_cast %0 : vector<12xf32> to vector<2x6xf32>
  %2 = vector.shape_cast %0 : vector<12xf32> to vector<3x4xf32>
  %3 = vector.shape_cast %x : vector<1xf32> to vector<1x1xf32>
  %c = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %4 = vector.shape_cast %c : vector<2x2xi8> to vector<4xi8>
  %b = vector.broadcast %x : vector<1xf32> to vector<2x3xf32>
  %5 = vector.shape_cast %b : vector<2x3xf32> to vector<6xf32>
  return %1, %2, %3, %4, %5 : vector<2x6xf32>, vector<3x4xf32>, vector<1x1xf32>, vector<4xi8>, vector<6xf32>
}
// -----
func.func @bitcasts(%v: vector<4xi8>, %w: vector<2xf32>) -> (vector<4xi8>, vector<1xi32>, vector<2xf32>, vector<4xi16>, vector<2xi32>) {
  %0 = vector.bitcast %v : vector<4xi8> to vector<2xi16>
  %1 = vector.bitcast %0 : vector<2xi16> to vector<4xi8>
  %2 = vector.bitcast %0 : vector<2xi16> to vector<1xi32>
  %3 = vector.bitcast %w : vector<2xf32> to vector<2xf32>
  %c = arith.constant dense<1.0> : vector<2xf32>
  %4 = vector.bitcast %c : vector<2xf32> to vector<4xi16>
  %5 = vector.bitcast %c : vector<2xf32> to vector<2xi32>
  return %1, %2, %3, %4, %5 : vector<4xi8>, vector<1xi32>, vector<2xf32>, vector<4xi16>, vector<2xi32>
}
// -----
func.func @strided_slices(%v: vector<4x8xf32>, %w: vector<2x2xf32>) -> (vector<4x8xf32>, vector<2x4xf32>, vector<2x2xf32>, vector<2x2xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [4, 8], strides = [1, 1]} : vector<4x8xf32> to vector<4x8xf32>
  %1 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<2x8xf32> to vector<2x4xf32>
  %3 = vector.insert_strided_slice %w, %v {offsets = [1, 3], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  %4 = vector.extract_strided_slice %3 {offsets = [1, 3], sizes = [2, 2], strides = [1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  %c = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %5 = vector.extract_strided_slice %c {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xf32> to vector<2x2xf32>
  return %0, %2, %4, %5 : vector<4x8xf32>, vector<2x4xf32>, vector<2x2xf32>, vector<2x2xf32>
}
// -----
func.func @slices_of_splats(%x: f32, %v: vector<4xf32>) -> (vector<2x4xf32>, vector<3x2xf32>, vector<2x8xf32>) {
  %0 = vector.broadcast %x : f32 to vector<4x8xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %2 = vector.broadcast %v : vector<4xf32> to vector<8x4xf32>
  %3 = vector.extract_strided_slice %2 {offsets = [1, 1], sizes = [3, 2], strides = [1, 1]} : vector<8x4xf32> to vector<3x2xf32>
  %c = arith.constant dense<1.0> : vector<4x8xf32>
  %4 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return %1, %3, %4 : vector<2x4xf32>, vector<3x2xf32>, vector<2x8xf32>
}
// -----
func.func @insert_slices(%v: vector<4x8xf32>, %w: vector<4x8xf32>, %x: vector<8xf32>) -> (vector<4x8xf32>, vector<4x8xf32>, vector<2x3xi32>) {
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 0], strides = [1, 1]} : vector<4x8xf32> into vector<4x8xf32>
  %1 = vector.insert_strided_slice %x, %v {offsets = [2, 0], strides = [1]} : vector<8xf32> into vector<4x8xf32>
  %c = arith.constant dense<0> : vector<2x3xi32>
  %d = arith.constant dense<[7, 8]> : vector<2xi32>
  %2 = vector.insert_strided_slice %d, %c {offsets = [1, 1], strides = [1]} : vector<2xi32> into vector<2x3xi32>
  return %0, %1, %2 : vector<4x8xf32>, vector<4x8xf32>, vector<2x3xi32>
}
// -----
func.func @reductions(%v: vector<4xf32>, %w: vector<1xf32>, %x: f32, %k: vector<4xi32>) -> (f32, f32, f32, f32, i32, i32, f32) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <mul>, %v, %x : vector<4xf32> into f32
  %2 = vector.reduction <add>, %w : vector<1xf32> into f32
  %3 = vector.reduction <maximumf>, %w, %x fastmath<nnan> : vector<1xf32> into f32
  %4 = vector.reduction <minui>, %k : vector<4xi32> into i32
  %5 = vector.reduction <xor>, %k : vector<4xi32> into i32
  %6 = vector.reduction <minnumf>, %v, %x fastmath<fast> : vector<4xf32> into f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, i32, i32, f32
}
// -----
func.func @multi_reductions(%v: vector<2x3x4xf32>, %a: vector<2x4xf32>, %s: f32, %u: vector<1x4x1xf32>, %b: vector<4xf32>, %c: vector<2x3x4xf32>) -> (vector<2x4xf32>, f32, vector<4xf32>, vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<2x3x4xf32> to vector<2x4xf32>
  %1 = vector.multi_reduction <mul>, %v, %s [0, 1, 2] : vector<2x3x4xf32> to f32
  %2 = vector.multi_reduction <add>, %u, %b [0, 2] : vector<1x4x1xf32> to vector<4xf32>
  %3 = vector.multi_reduction <add>, %v, %c [] : vector<2x3x4xf32> to vector<2x3x4xf32>
  return %0, %1, %2, %3 : vector<2x4xf32>, f32, vector<4xf32>, vector<2x3x4xf32>
}
// -----
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @contractions(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>, %v: vector<3xf32>, %x: f32) -> (vector<2x4xf32>, f32, vector<2x4xf32>) {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %x : vector<3xf32>, vector<3xf32> into f32
  %z = arith.constant dense<0.0> : vector<2x4xf32>
  %2 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %3 = arith.addf %2, %c : vector<2x4xf32>
  return %0, %1, %3 : vector<2x4xf32>, f32, vector<2x4xf32>
}
// -----
func.func @outer_products(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %x: f32) -> (vector<2x3xf32>, vector<2x3xf32>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b : vector<2xf32>, vector<3xf32>
  %1 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<3xf32>
  %2 = vector.outerproduct %a, %x : vector<2xf32>, f32
  return %0, %1, %2 : vector<2x3xf32>, vector<2x3xf32>, vector<2xf32>
}
// -----
func.func @masks(%n: index) -> (vector<4xi1>, vector<4xi1>, vector<2x3xi1>, vector<2x3xi1>, vector<4xi1>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %0 = vector.create_mask %c2 : vector<4xi1>
  %1 = vector.create_mask %c9 : vector<4xi1>
  %2 = vector.create_mask %c2, %c0 : vector<2x3xi1>
  %3 = vector.create_mask %n, %c2 : vector<2x3xi1>
  %4 = vector.constant_mask [4] : vector<4xi1>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<2x3xi1>, vector<2x3xi1>, vector<4xi1>
}
// -----
func.func @mask_parts(%n: index, %k: index) -> (vector<4xi1>, i1, vector<2xi1>, vector<3x2xi1>) {
  %0 = vector.create_mask %n, %k : vector<3x4xi1>
  %1 = vector.extract %0[1] : vector<4xi1> from vector<3x4xi1>
  %2 = vector.constant_mask [1, 3] : vector<2x4xi1>
  %3 = vector.extract %2[0, 2] : i1 from vector<2x4xi1>
  %4 = vector.extract_strided_slice %2 {offsets = [1, 0], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi1> to vector<1x2xi1>
  %5 = vector.extract %4[0] : vector<2xi1> from vector<1x2xi1>
  %6 = vector.constant_mask [1, 3] : vector<2x3xi1>
  %7 = vector.transpose %6, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  return %1, %3, %5, %7 : vector<4xi1>, i1, vector<2xi1>, vector<3x2xi1>
}
// -----
func.func @masked(%m: vector<4xi1>, %v: vector<4xf32>, %x: f32, %b: memref<?xf32>, %i: index) -> (f32, vector<4xf32>, vector<4xf32>, f32) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.mask %m { vector.reduction <add>, %v, %x : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %m, %v { vector.transfer_read %b[%i], %x : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %m { vector.transfer_write %v, %b[%i] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  %2 = vector.mask %t { vector.transfer_read %b[%i], %x : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %m { } : vector<4xi1>
  %3 = vector.mask %t { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0, %1, %2, %3 : f32, vector<4xf32>, vector<4xf32>, f32
}
// -----
func.func @masked_memory(%b: memref<16xf32>, %v: vector<4xf32>, %i: index, %k: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %f = arith.constant dense<false> : vector<4xi1>
  %0 = vector.maskedload %b[%i], %t, %v : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %b[%i], %f, %v : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %b[%i], %t, %v : memref<16xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %b[%i], %f, %v : memref<16xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.gather %b[%i] [%k], %f, %v : memref<16xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %b[%i] [%k], %f, %v : memref<16xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %b[%i], %t, %v : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %4 = vector.expandload %b[%i], %f, %v : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %b[%i], %t, %v : memref<16xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %b[%i], %f, %v : memref<16xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @contiguous_gather(%b: memref<16xf32>, %v: vector<4xf32>, %m: vector<4xi1>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<4xindex>
  %0 = vector.gather %b[%c0] [%s], %m, %v : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %b[%c0] [%s], %m, %0 : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @loads(%b: memref<8x16xf32>, %i: index, %t: memref<4xvector<8xf32>>) -> (vector<4xf32>, vector<2x4xf32>, vector<8xf32>) {
  %0 = vector.load %b[%i, %i] : memref<8x16xf32>, vector<4xf32>
  %1 = vector.load %b[%i, %i] {nontemporal = true} : memref<8x16xf32>, vector<2x4xf32>
  %2 = vector.load %t[%i] {alignment = 32 : i64} : memref<4xvector<8xf32>>, vector<8xf32>
  vector.store %0, %b[%i, %i] : memref<8x16xf32>, vector<4xf32>
  vector.store %2, %t[%i] : memref<4xvector<8xf32>>, vector<8xf32>
  return %0, %1, %2 : vector<4xf32>, vector<2x4xf32>, vector<8xf32>
}
// -----
func.func @load_of_cast(%b: memref<16xf32>, %i: index) -> vector<4xf32> {
  %0 = memref.cast %b : memref<16xf32> to memref<?xf32>
  %1 = vector.load %0[%i] : memref<?xf32>, vector<4xf32>
  vector.store %1, %0[%i] : memref<?xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}
// -----
func.func @transfers(%b: memref<?x?xf32>, %i: index, %x: f32, %k: memref<8x16xf32>, %m: vector<4x2xi1>) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<f32>, vector<2x4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %b[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %b[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  %2 = vector.transfer_read %k[%c0, %c0], %x : memref<8x16xf32>, vector<4xf32>
  %3 = vector.transfer_read %b[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> ()>} : memref<?x?xf32>, vector<f32>
  %4 = vector.transfer_read %b[%i, %i], %x, %m {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, false]} : memref<?x?xf32>, vector<2x4xf32>
  %5 = vector.transfer_read %k[%c0, %c0], %x {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<8x16xf32>, vector<4xf32>
  vector.transfer_write %0, %b[%i, %i] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %2, %k[%c0, %c0] : vector<4xf32>, memref<8x16xf32>
  return %0, %1, %2, %3, %4, %5 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<f32>, vector<2x4xf32>, vector<4xf32>
}
// -----
func.func @tensor_transfers(%t: tensor<8x16xf32>, %v: vector<4xf32>, %x: f32) -> (vector<4xf32>, tensor<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = vector.transfer_write %v, %t[%c0, %c4] {in_bounds = [true]} : vector<4xf32>, tensor<8x16xf32>
  %1 = vector.transfer_read %0[%c0, %c4], %x {in_bounds = [true]} : tensor<8x16xf32>, vector<4xf32>
  %2 = vector.transfer_read %t[%c0, %c0], %x {in_bounds = [true]} : tensor<8x16xf32>, vector<4xf32>
  %3 = vector.transfer_write %2, %t[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<8x16xf32>
  return %1, %3 : vector<4xf32>, tensor<8x16xf32>
}
// -----
func.func @written_twice(%t: tensor<8xf32>, %a: vector<4xf32>, %b: vector<4xf32>) -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %a, %t[%c2] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_write %b, %0[%c2] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
func.func @interleaved(%a: vector<4xf32>, %b: vector<4xf32>, %s: vector<2x[4]xi16>) -> (vector<8xf32>, vector<4xf32>, vector<4xf32>, vector<2x[8]xi16>) {
  %0 = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
  %1, %2 = vector.deinterleave %0 : vector<8xf32> -> vector<4xf32>
  %3 = vector.interleave %s, %s : vector<2x[4]xi16> -> vector<2x[8]xi16>
  return %0, %1, %2, %3 : vector<8xf32>, vector<4xf32>, vector<4xf32>, vector<2x[8]xi16>
}
// -----
func.func @scans(%v: vector<2x3xi32>, %a: vector<2xi32>, %b: vector<3xi32>) -> (vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<3xi32>) {
  %0:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  %1:2 = vector.scan <mul>, %v, %b {inclusive = false, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>
  return %0#0, %0#1, %1#0, %1#1 : vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<3xi32>
}
// -----
func.func @scalable(%s: vector<[8]xf32>, %v: vector<4xf32>, %w: vector<[4]xf32>) -> (vector<4xf32>, vector<[8]xf32>, vector<[4]xf32>, index, vector<[4]xindex>) {
  %0 = vector.scalable.extract %s[4] : vector<4xf32> from vector<[8]xf32>
  %1 = vector.scalable.insert %v, %s[0] : vector<4xf32> into vector<[8]xf32>
  %2 = vector.scalable.extract %s[0] : vector<[4]xf32> from vector<[8]xf32>
  %3 = vector.vscale
  %4 = vector.step : vector<[4]xindex>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<[8]xf32>, vector<[4]xf32>, index, vector<[4]xindex>
}
// -----
func.func @printed(%x: f32, %v: vector<2x2xi32>, %i: index, %u: ui8) {
  vector.print %x : f32
  vector.print %v : vector<2x2xi32>
  vector.print %i : index punctuation <no_punctuation>
  vector.print %u : ui8 punctuation <close>
  vector.print punctuation <open>
  vector.print str "text \22quoted\22\n"
  return
}
// -----
func.func @fused(%a: vector<4xf32>, %b: vector<2x2xf64>) -> (vector<4xf32>, vector<2x2xf64>, vector<4xf32>) {
  %0 = vector.fma %a, %a, %a : vector<4xf32>
  %1 = vector.fma %b, %b, %b : vector<2x2xf64>
  %c = arith.constant dense<2.0> : vector<4xf32>
  %2 = vector.fma %c, %c, %c : vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<2x2xf64>, vector<4xf32>
}
// -----
func.func @type_casts(%m: memref<4x8xf32>, %s: memref<2x4xf32, strided<[4, 1]>>) -> (memref<vector<4x8xf32>>, vector<4x8xf32>) {
  %0 = vector.type_cast %m : memref<4x8xf32> to memref<vector<4x8xf32>>
  %1 = memref.load %0[] : memref<vector<4x8xf32>>
  return %0, %1 : memref<vector<4x8xf32>>, vector<4x8xf32>
}
// -----
func.func @rank_zero(%v: vector<f32>, %x: f32, %m: memref<f32>) -> (f32, vector<f32>, vector<4xf32>, vector<f32>) {
  %0 = vector.extract %v[] : f32 from vector<f32>
  %1 = vector.insert %x, %v[] : f32 into vector<f32>
  %2 = vector.broadcast %v : vector<f32> to vector<4xf32>
  %3 = vector.load %m[] : memref<f32>, vector<f32>
  vector.store %3, %m[] : memref<f32>, vector<f32>
  return %0, %1, %2, %3 : f32, vector<f32>, vector<4xf32>, vector<f32>
}
// -----
func.func @arithmetic_of_broadcasts(%x: f32, %y: f32, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  %1 = vector.broadcast %y : f32 to vector<4xf32>
  %2 = arith.addf %0, %1 : vector<4xf32>
  %3 = arith.mulf %2, %v : vector<4xf32>
  return %2, %3 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @poison_elements(%v: vector<4xf32>) -> (vector<4xf32>, f32, vector<2x4xf32>) {
  %p = ub.poison : vector<4xf32>
  %0 = vector.shuffle %p, %v [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %1 = vector.extract %p[2] : f32 from vector<4xf32>
  %2 = vector.broadcast %p : vector<4xf32> to vector<2x4xf32>
  return %0, %1, %2 : vector<4xf32>, f32, vector<2x4xf32>
}

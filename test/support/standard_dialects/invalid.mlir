func.func @f(%a: i32, %b: i64) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
// -----
func.func @f(%a: f32) -> f32 {
  %0 = arith.addi %a, %a : f32
  return %0 : f32
}
// -----
func.func @f(%a: i32) -> i16 {
  %0 = arith.extsi %a : i32 to i16
  return %0 : i16
}
// -----
func.func @f(%a: f32) -> f64 {
  %0 = arith.truncf %a : f32 to f64
  return %0 : f64
}
// -----
func.func @f(%a: i32) -> i1 {
  %0 = arith.cmpi lt, %a, %a : i32
  return %0 : i1
}
// -----
func.func @f() -> i32 {
  %0 = arith.constant 1.0 : i32
  return %0 : i32
}
// -----
func.func @f() -> vector<[4]xi32> {
  %0 = arith.constant dense<[1, 2, 3, 4]> : vector<[4]xi32>
  return %0 : vector<[4]xi32>
}
// -----
func.func @f(%c: vector<2xi1>, %a: vector<3xf32>) -> vector<3xf32> {
  %0 = arith.select %c, %a, %a : vector<2xi1>, vector<3xf32>
  return %0 : vector<3xf32>
}
// -----
func.func @f(%a: f32) -> i16 {
  %0 = arith.bitcast %a : f32 to i16
  return %0 : i16
}
// -----
func.func @f(%a: index) -> index {
  %0 = arith.index_cast %a : index to index
  return %0 : index
}
// -----
func.func @f(%a: i32) -> f32 {
  %0 = math.sqrt %a : i32
  return %0 : f32
}
// -----
func.func @f(%a: f32, %b: i32) -> f32 {
  %0 = math.fpowi %a, %b : f32, f32
  return %0 : f32
}
// -----
func.func @f(%a: i32) -> f32 {
  return %a : i32
}
// -----
func.func @f(%a: i32) -> (i32, i32) {
  return %a : i32
}
// -----
func.func @f() {
  call @missing() : () -> ()
  return
}
// -----
func.func private @g(i32) -> i32
func.func @f(%a: f32) -> i32 {
  %0 = call @g(%a) : (f32) -> i32
  return %0 : i32
}
// -----
func.func @f() {
}
// -----
func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
}
// -----
func.func @f(%c: i32) {
  cf.br ^a(%c : i32)
^a(%x: i64):
  return
}
// -----
func.func @f(%c: i1) {
  cf.br ^a
^a(%x: i64):
  return
}
// -----
func.func @f(%k: i32) {
  cf.switch %k : i32, [
    1: ^a
  ]
^a:
  return
}
// -----
func.func @f() {
  %0 = arith.addi %1, %1 : i32
  %1 = arith.constant 1 : i32
  return
}
// -----
func.func @f() {
  return
}
func.func @f() {
  return
}
// -----
func.func @f(%n: index, %x: f32) {
  scf.for %i = %n to %n step %n iter_args(%s = %x) -> (f32) {
    scf.yield %s : f32
  }
  return
}
// -----
func.func @f(%n: index, %x: f32) -> f32 {
  %0 = scf.for %i = %n to %n step %n iter_args(%s = %x) -> (f32) {
    scf.yield
  }
  return %0 : f32
}
// -----
func.func @f(%c: i1, %x: f32) -> f32 {
  %0 = scf.if %c -> (f32) {
    scf.yield %x : f32
  }
  return %0 : f32
}
// -----
func.func @f(%c: i1, %x: f32, %y: i32) -> f32 {
  %0 = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %y : i32
  }
  return %0 : f32
}
// -----
func.func @f(%a: i32) {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    scf.condition(%x) %x : i32
  } do {
  ^bb0(%p: i32):
    scf.yield %p : i32
  }
  return
}
// -----
func.func @f(%a: index) {
  scf.parallel (%i) = (%a) to (%a, %a) step (%a) {
    scf.reduce
  }
  return
}
// -----
func.func @f(%k: index) {
  scf.index_switch %k
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
  }
  return
}
// -----
func.func @f() {
  scf.yield
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<4xf32>
  return %0 : f32
}
// -----
func.func @f(%m: memref<4xf32>) -> memref<5xf32> {
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return %0 : memref<5xf32>
}
// -----
func.func @f() -> memref<?xf32> {
  %0 = memref.alloc() : memref<?xf32>
  return %0 : memref<?xf32>
}
// -----
func.func @f(%m: memref<8x8xf32>) -> memref<4x4xf32> {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32>
  return %0 : memref<4x4xf32>
}
// -----
func.func @f(%m: memref<8x8xf32>) -> memref<60xf32> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<60xf32>
  return %0 : memref<60xf32>
}
// -----
func.func @f(%m: memref<8xf32>) -> memref<2x4xf32> {
  %0 = memref.expand_shape %m [[0], [1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return %0 : memref<2x4xf32>
}
// -----
func.func @f() -> memref<2xf32> {
  %0 = memref.get_global @missing : memref<2xf32>
  return %0 : memref<2xf32>
}
// -----
memref.global @g : memref<2xf32> = dense<1.0> : tensor<3xf32>
// -----
memref.global "hidden" @g : memref<2xf32>
// -----
func.func @f(%m: memref<4xf32>, %x: i32, %i: index) -> i32 {
  %0 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<4xf32>) -> i32
  return %0 : i32
}
// -----
func.func @f(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %0 = memref.atomic_rmw addi %x, %m[%i] : (f32, memref<4xf32>) -> f32
  return %0 : f32
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %1 = memref.alloc() : memref<f32>
    memref.atomic_yield %old : f32
  }
  return %0 : f32
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.realloc %m : memref<4x4xf32> to memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.assume_alignment %m, 0 : memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<2x3xf32>) {
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<2x3xf32> to memref<2x2xf32>
  return
}
// -----
func.func @f(%m: memref<2x3xf32>, %i: index) {
  memref.prefetch %m[%i, %i], read, locality<4>, data : memref<2x3xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>) -> tensor<4xi32> {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
// -----
func.func @f(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %t[] : tensor<4xf32>
  return %0 : f32
}
// -----
func.func @f(%x: f32) -> tensor<3xf32> {
  %0 = tensor.from_elements %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%t: tensor<8xf32>) -> tensor<3xf32> {
  %0 = tensor.extract_slice %t[6] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.extract_slice %t[6] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
func.func @f(%t: tensor<8xf32>, %x: f32) -> tensor<10xf32> {
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<8xf32> to tensor<10xf32>
  return %0 : tensor<10xf32>
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) -> tensor<4x3xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// -----
func.func @f() -> tensor<?xf32> {
  %0 = tensor.empty() : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @f(%v: vector<4xf32>) -> vector<3xf32> {
  %0 = vector.broadcast %v : vector<4xf32> to vector<3xf32>
  return %0 : vector<3xf32>
}
// -----
func.func @f(%v: vector<4xf32>) -> f32 {
  %0 = vector.extract %v[4] : f32 from vector<4xf32>
  return %0 : f32
}
// -----
func.func @f(%v: vector<2x4xf32>, %x: f32) -> vector<2x4xf32> {
  %0 = vector.insert %x, %v[0] : f32 into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @f(%v: vector<4xf32>) -> vector<2xf32> {
  %0 = vector.shuffle %v, %v [0, 8] : vector<4xf32>, vector<4xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%v: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.transpose %v, [0, 0] : vector<2x3xf32> to vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
// -----
func.func @f(%v: vector<2x3xf32>) -> vector<5xf32> {
  %0 = vector.shape_cast %v : vector<2x3xf32> to vector<5xf32>
  return %0 : vector<5xf32>
}
// -----
func.func @f(%v: vector<4xf32>) -> f32 {
  %0 = vector.reduction <and>, %v : vector<4xf32> into f32
  return %0 : f32
}
// -----
func.func @f(%v: vector<2x4xf32>) -> f32 {
  %0 = vector.reduction <add>, %v : vector<2x4xf32> into f32
  return %0 : f32
}
// -----
func.func @f(%m: memref<?xf32>, %i: index, %x: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %x {in_bounds = [true, true]} : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @f(%m: memref<?xf32>, %i: index, %x: f64) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %x : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) -> vector<4xi32> {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<4xi32>
  return %0 : vector<4xi32>
}
// -----
func.func @f() -> vector<4xi1> {
  %0 = vector.constant_mask [5] : vector<4xi1>
  return %0 : vector<4xi1>
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @f(%v: vector<2x3xi32>, %a: vector<3xi32>) {
  %0:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<3xi32>
  return
}
// -----
func.func @f(%i: index) -> index {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i)
  return %0 : index
}
// -----
func.func @f(%m: memref<4xindex>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4xindex>
    affine.for %j = 0 to %0 {
    }
  }
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4x4xf32>
  }
  return
}
// -----
func.func @f() {
  affine.for %i = 0 to 4 step 0 {
  }
  return
}
// -----
func.func @f(%n: index) {
  affine.for %i = affine_map<(d0) -> (d0, 1)>(%n) to 4 {
  }
  return
}
// -----
func.func @f(%n: index) {
  affine.if affine_set<(d0) : (d0 >= 0)>() {
  }
  return
}
// -----
func.func @f(%n: index) {
  %0:2 = affine.delinearize_index %n into (2, 3, 4) : index, index
  return
}
// -----
func.func @f(%n: index, %x: f32) -> f32 {
  %0 = affine.parallel (%i) = (0) to (%n) reduce ("subf") -> (f32) {
    affine.yield %x : f32
  }
  return %0 : f32
}
// -----
func.func @f(%a: index) -> i1 {
  %0 = index.cmp lt(%a, %a)
  return %0 : i1
}
// -----
func.func @f(%a: index) {
  %0 = index.casts %a : index to index
  return
}
// -----
func.func @f(%a: i32) {
  "arith.addi"(%a) : (i32) -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.nothing %a : i32
  return
}
// -----
func.func @f(%a: memref<2x?xf32, strided<[1]>>) {
  return
}
// -----
func.func @f(%a: vector<?xf32>) {
  return
}
// -----
func.func @f(%a: tensor<-1xf32>) {
  return
}
// -----
func.func @f(%a: i32 {
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.constant dense<[1, 2]> : tensor<3xi32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.constant 256 : i8
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath<quick> : f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a overflow<nsw, nsz> : i32
  return
}

// RUN: tf-opt %s --split-input-file --allow-unregistered-dialect | filecheck %s

/// Rare spellings, as upstream reads and prints them.

// CHECK: "t.op"() {a = 0x7FC00000 : f32, b = -1 : i8, c = -1 : i8, d = 1.000000e+10 : f64, e = 5 : si4, f = 7 : ui8, g = 1.500000e+00 : bf16} : () -> ()
"t.op"() {a = 0x7FC00000 : f32, b = 0xFF : i8, c = -0x1 : i8, d = 1.0e+10 : f64, e = 5 : si4, f = 7 : ui8, g = 1.5 : bf16} : () -> ()

// -----

// CHECK: "t.op"() {a = dense<["a", "b\22\0A"]> : tensor<2x!t.s>, b = dense<"x"> : tensor<2x!t.s>} : () -> ()
"t.op"() {a = dense<["a", "b\22\n"]> : tensor<2x!t.s>, b = dense<"x"> : tensor<2x!t.s>} : () -> ()

// -----

// CHECK: "t.op"() {a = sparse<{{\[\[}}0, 0], [1, 2]], [1.000000e+00, 5.000000e+00]> : tensor<3x4xf32>, b = sparse<> : tensor<3xf32>, c = sparse<0, 2> : tensor<3xi32>} : () -> ()
"t.op"() {a = sparse<[[0, 0], [1, 2]], [1.0, 5.0]> : tensor<3x4xf32>, b = sparse<[], []> : tensor<3xf32>, c = sparse<0, 2> : tensor<3xi32>} : () -> ()

// -----

// CHECK: "t.op"() {a = array<i32: 1, 2>, b = array<f32: 1.000000e+00, 2.500000e+00>, c = array<i1: true, false>, d = array<i8>, e = array<f64: 0x7FF0000000000000>} : () -> ()
"t.op"() {a = array<i32: 1, 2>, b = array<f32: 1.0, 2.5>, c = array<i1: true, false>, d = array<i8>, e = array<f64: 0x7FF0000000000000>} : () -> ()

// -----

// CHECK: "t.op"() {a = @f, b = @"weird name"::@g::@h, c = @f::@x} : () -> ()
"t.op"() {a = @f, b = @"weird name"::@g::@h, c = @f::@"x"} : () -> ()

// -----

// CHECK: #map = affine_map<(d0, d1)[s0] -> (d0 floordiv 4 + s0 mod 3, d1 ceildiv 2 - 1, -d0)>
// CHECK: #map1 = affine_map<() -> ()>
// CHECK: #map2 = affine_map<(d0, d1) -> (d0 + d1, d0 - d1 * 2)>
// CHECK: #set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 4 == 0)>
// CHECK: "t.op"() {a = #map, b = #set, c = #map1, d = #map2} : () -> ()
"t.op"() {a = affine_map<(d0, d1)[s0] -> (d0 floordiv 4 + s0 mod 3, d1 ceildiv 2 - 1, -d0)>, b = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 4)>, c = affine_map<() -> ()>, d = affine_map<(x, y) -> (x + y, x - y * 2)>} : () -> ()

// -----

// CHECK: "t.op"() {a = #t.x, b = #t.x<1>, c = #t<"raw">, d = #t.y<a = [1, 2], b = "s>">, e = #t.z<{a = <1>}>} : () -> ()
"t.op"() {a = #t.x, b = #t.x<1>, c = #t<"raw">, d = #t.y<a = [1, 2], b = "s>">, e = #t.z<{a = <1>}>} : () -> ()

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK: %0:9 = "t.op"() : () -> (tensor<*xf32>, tensor<?x4xf32>, tensor<4x?xf32, "enc">, memref<4xf32>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<4xf32, 3>, memref<4xf32, #map, "gpu">, memref<*xf32>, memref<*xf32, 2>)
"t.op"() : () -> (tensor<*xf32>, tensor<?x4xf32>, tensor<4x?xf32, "enc">, memref<4xf32>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<4xf32, 3>, memref<4xf32, affine_map<(d0) -> (d0 + 1)>, "gpu">, memref<*xf32>, memref<*xf32, 2>)

// -----

// CHECK: %0:12 = "t.op"() : () -> (vector<4xf32>, vector<[4]xf32>, vector<4x[8]xi1>, vector<f32>, complex<i32>, tuple<>, tuple<i32, tuple<f32>>, none, index, !t.x, !t<"raw">, !t.y<[1, 2], "x>">)
"t.op"() : () -> (vector<4xf32>, vector<[4]xf32>, vector<4x[8]xi1>, vector<f32>, complex<i32>, tuple<>, tuple<i32, tuple<f32>>, none, index, !t.x, !t<"raw">, !t.y<[1, 2], "x>">)

// -----

// CHECK: %0:4 = "t.op"() : () -> ((i32) -> i32, () -> (), (i32, f32) -> (i32, f32), ((i32) -> i32) -> ((f32) -> f32))
"t.op"() : () -> ((i32) -> i32, () -> (), (i32, f32) -> (i32, f32), ((i32) -> i32) -> ((f32) -> f32))

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: %0 = "t.op"() {a = {x = 1 : i32}, m = #map} : () -> tensor<4xf32>
#map = affine_map<(d0) -> (d0)>
!t = tensor<4xf32>
#a = {x = 1 : i32}
#loc = loc("here")
%0 = "t.op"() {m = #map, a = #a} : () -> !t loc(#loc)

// -----

// CHECK: "t.op"() {a = dense_resource<x> : tensor<2xf32>, b = dense_resource<"y z"> : tensor<2xf32>} : () -> ()
// CHECK: {-#
// CHECK: dialect_resources: {
// CHECK: builtin: {
// CHECK: x: "0x040000000000803F00000040",
// CHECK: "y z": "0x040000000000803F00000040"
// CHECK: #-}
"t.op"() {a = dense_resource<x> : tensor<2xf32>, b = dense_resource<"y z"> : tensor<2xf32>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x040000000000803F00000040", "y z": "0x040000000000803F00000040" } } #-}

// -----

// CHECK: func.func private @f(i32 {a.b}, f32) -> (i32 {c.d = 1 : i32})
// CHECK: func.func nested @g() attributes {x.y} {
// CHECK: return
// CHECK: func.func @h(%arg0: i32 {a.b = "s"}) -> i32 attributes {llvm.linkage = "external"} {
// CHECK: return %arg0 : i32
func.func private @f(i32 {a.b}, f32) -> (i32 {c.d = 1 : i32})
func.func nested @g() attributes {x.y} { return }
func.func @h(%x: i32 {a.b = "s"} loc("l")) -> i32 attributes {llvm.linkage = "external"} { return %x : i32 }

// -----

// CHECK: func.func @f(%arg0: i1) -> i32 {
// CHECK: %c1_i32 = arith.constant 1 : i32
// CHECK: cf.cond_br %arg0, ^bb2(%c1_i32 : i32), ^bb1
// CHECK: ^bb1:  // pred: ^bb0
// CHECK: cf.br ^bb2(%c1_i32 : i32)
// CHECK: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK: return %0 : i32
func.func @f(%c: i1) -> i32 {
  %a = arith.constant 1 : i32
  cf.cond_br %c, ^x(%a : i32), ^y
^y:
  cf.br ^x(%a : i32)
^x(%b: i32):
  return %b : i32
}

// -----

// CHECK: "t.op"() {a = dense<0x7FC00000> : tensor<2xf32>, b = dense<[0xFF800000, 1.000000e+00]> : tensor<2xf32>, c = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, d = dense<> : tensor<0xf32>, e = dense<> : tensor<0xf32>} : () -> ()
"t.op"() {a = dense<0x7FC00000> : tensor<2xf32>, b = dense<[0xFF800000, 1.0]> : tensor<2xf32>, c = dense<"0x0000803F00000040"> : tensor<2xf32>, d = dense<> : tensor<0xf32>, e = dense<[]> : tensor<0xf32>} : () -> ()

// -----

// CHECK: "t.op"() {a = dense<-1> : tensor<2xi8>, b = dense<255> : tensor<2xui8>, c = dense<1> : tensor<1x1x1xi64>, d = dense<1> : tensor<index>, e = dense<1> : vector<2xindex>} : () -> ()
"t.op"() {a = dense<-1> : tensor<2xi8>, b = dense<255> : tensor<2xui8>, c = dense<[[[1]]]> : tensor<1x1x1xi64>, d = dense<1> : tensor<index>, e = dense<1> : vector<2xindex>} : () -> ()

// -----

// CHECK: "t.op"() {s = "\00\FF\22\\ tab\09 nl\0A \C3\A9"} : () -> ()
"t.op"() {s = "\00\FF\22\5C tab\t nl\n é"} : () -> ()

// -----

// CHECK: "t.op"() {a = 1.000000e+05 : f32, b = 1.000000e+00 : f32, c = -0.000000e+00 : f32, d = 1.000000e-05 : f64, e = 0x4CEB79A3 : f32, f = 1.000000e-01 : f32, g = 1.401300e-45 : f32, h = 3.40282347E+38 : f32} : () -> ()
"t.op"() {a = 1.e5 : f32, b = 1. : f32, c = -0.0 : f32, d = 1.0E-5 : f64, e = 123456789.0 : f32, f = 0.1 : f32, g = 1.0e-45 : f32, h = 3.4028235e38 : f32} : () -> ()

// -----

// CHECK: module @x {
"builtin.module"() ({ ^bb0: }) {sym_name = "x"} : () -> ()

// -----

// CHECK: %0 = unrealized_conversion_cast to i32
// CHECK: %1:2 = unrealized_conversion_cast %0 : i32 to f32, f64
%0 = builtin.unrealized_conversion_cast to i32
%1:2 = builtin.unrealized_conversion_cast %0 : i32 to f32, f64

// -----

/// Numbers that print as their bits keep their type, in lists too.
// CHECK: "t.op"() {a = [0x43674037EBDE7E26 : f64, 0x7FF0000000000000 : f64, 1.500000e+00]} : () -> ()
"t.op"() {a = [0x43674037EBDE7E26 : f64, 0x7FF0000000000000 : f64, 1.5]} : () -> ()

// -----

/// Integers of no bits, numbers written beyond the signed range, wide floats.

// CHECK: "t.op"() {a = 0 : i0, b = -1 : i8, c = -1 : i64, d = 1.000000e-01 : f128, e = 3.14159265358979323851 : f80, f = dense<[1.000000e-01, 0x7FFF8000000000000000]> : tensor<2xf80>, g = array<f128: 1.000000e-01, 1.500000e+00>, h = dense<[1.500000e+00, 1.000000e+00]> : tensor<2xtf32>} : () -> ()
"t.op"() {a = 0 : i0, b = 255 : i8, c = 18446744073709551615 : i64, d = 0.1 : f128, e = 3.14159265358979323846 : f80, f = dense<[0.1, 0x7FFF8000000000000000]> : tensor<2xf80>, g = array<f128: 0.1, 1.5>, h = dense<"0x00FE0100FC01"> : tensor<2xtf32>} : () -> ()

// -----

/// Types and attributes of unknown dialects: the short form where there is one, and types of attributes.

// CHECK: "t.op"() <{}> {a = #t.a, b = #t.b<1> : i32, c = #t<"raw"> : i8, d = !t.a, e = !t.b<[1]>, f = !t<[1]>} : () -> ()
"t.op"() <{}> {a = #t<a>, b = #t.b<1> : i32, c = #t<"raw"> : i8, d = !t<a>, e = !t<b<[1]>>, f = !t<[1]>} : () -> ()

// -----

/// Nobody knows whether the regions of an unknown operation have an order.

// CHECK: "t.op"() ({
// CHECK-NEXT: %0 = "t.a"(%1, %0) : (i32, i32) -> i32
// CHECK-NEXT: %1 = "t.b"() : () -> i32
"t.op"() ({
  %a = "t.a"(%b, %a) : (i32, i32) -> i32
  %b = "t.b"() : () -> i32
  "t.end"() : () -> ()
}) : () -> ()

// -----

/// Numbers go on from what is around a function.

// CHECK: %0 = "t.a"() : () -> i32
// CHECK: func.func @f(%arg0: i32) {
// CHECK-NEXT: %1 = "t.a"() : () -> i32
// CHECK-NEXT: "t.b"() ({
// CHECK-NEXT: func.func @g(%arg1: i32) {
// CHECK-NEXT: %2 = "t.a"() : () -> i32
// CHECK: func.func @h(%arg0: i32) {
// CHECK-NEXT: %1 = "t.a"() : () -> i32
%0 = "t.a"() : () -> i32
func.func @f(%a: i32) {
  %1 = "t.a"() : () -> i32
  "t.b"() ({
    func.func @g(%b: i32) {
      %2 = "t.a"() : () -> i32
      return
    }
  }) : () -> ()
  return
}
func.func @h(%a: i32) {
  %1 = "t.a"() : () -> i32
  return
}

// -----

/// A slice of a number has no start indices: with one comma, and with the two that upstream prints.
// CHECK-LABEL: func.func @slices_of_numbers(
// CHECK-NEXT: %0 = stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %1 = stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %arg1, %arg2, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
func.func @slices_of_numbers(%a: tensor<f32>, %b: tensor<4xf32>, %i: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %a, sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_slice %a, , sizes = [] : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.dynamic_slice %b, %i, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

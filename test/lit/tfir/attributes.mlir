// RUN: tf-opt %s --allow-unregistered-dialect | filecheck %s
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=2 | filecheck %s --check-prefix=HEX
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=2 | filecheck %s --check-prefix=ELIDED

/// Numbers print as LLVM's APFloat gives them: six digits where these read back to the same bits, else as many as needed.
// CHECK: "t.floats"() {a = 1.000000e+00 : f32, b = 0.333333343 : f32, c = 1.23456794E-5 : f32, d = 0x7FC00000 : f32, e = -0.000000e+00 : f64, f = 1.099610e+00 : f16, g = 3.007810e-01 : bf16} : () -> ()
"t.floats"() {a = 1.0 : f32, b = 0.33333334 : f32, c = 1.23456789e-5 : f32, d = 0x7FC00000 : f32, e = -0.0, f = 1.1 : f16, g = 0.3 : bf16} : () -> ()
// CHECK: "t.integers"() {a = -128 : i8, b = 255 : ui8, c = 7 : i64, d = true, e = 3 : index, f = [1, 2 : i32, 1.500000e+00]} : () -> ()
"t.integers"() {a = -128 : i8, b = 255 : ui8, c = 7, d = true, e = 3 : index, f = [1, 2 : i32, 1.5]} : () -> ()
// CHECK: "t.strings"() {a = "tab\09quote\22", "b c" = "\C3\A9", unit} : () -> ()
"t.strings"() {a = "tab\09quote\"", "b c" = "é", unit} : () -> ()
// CHECK: "t.dense"() {a = dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>, b = dense<1.500000e+00> : tensor<2x3xf32>, c = dense<> : tensor<0xf32>, d = dense<[true, false, true]> : tensor<3xi1>, e = dense<["x", "y\00"]> : tensor<2x!tf_type.string>, f = dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>} : () -> ()
// HEX: a = dense<"0x01000000020000000300000004000000"> : tensor<2x2xi32>, b = dense<1.500000e+00> : tensor<2x3xf32>, c = dense<> : tensor<0xf32>, d = dense<"0x010001"> : tensor<3xi1>
// ELIDED: a = dense_resource<__elided__> : tensor<2x2xi32>, b = dense<1.500000e+00> : tensor<2x3xf32>
"t.dense"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, b = dense<1.5> : tensor<2x3xf32>, c = dense<> : tensor<0xf32>, d = dense<"0x010001"> : tensor<3xi1>, e = dense<["x", "y\00"]> : tensor<2x!tf_type.string>, f = dense<(1.0, -2.0)> : tensor<complex<f32>>} : () -> ()
// CHECK: "t.hex"() {a = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, b = dense<0xFF800000> : tensor<f32>} : () -> ()
"t.hex"() {a = dense<"0x0000803F00000040"> : tensor<2xf32>, b = dense<0xFF800000> : tensor<f32>} : () -> ()
// CHECK: "t.others"() {a = @f::@g, b = tensor<?x4xf32>, c = {x = 1 : i64}, d = array<i32: 1, 2>, e = array<i64>, f = #map, g = #other.thing<a, [b, <c>]>} : () -> ()
"t.others"() {a = @f::@g, b = tensor<?x4xf32>, c = {x = 1}, d = array<i32: 1, 2>, e = array<i64>, f = affine_map<(d0) -> (d0 + 1)>, g = #other.thing<a, [b, <c>]>} : () -> ()
// CHECK: "t.types"() : () -> (tensor<*xf32>, memref<2x?xf32, strided<[1, 2]>, 3>, vector<[4]x2xf16>, tuple<i1, none>, (i32) -> (), complex<f64>, f8E4M3FN, !other.type<x, "y">)
%0:8 = "t.types"() : () -> (tensor<*xf32>, memref<2x?xf32, strided<[1, 2]>, 3>, vector<[4]x2xf16>, tuple<i1, none>, (i32) -> (), complex<f64>, f8E4M3FN, !other.type<x, "y">)
// CHECK: "t.alias"(%0#0) {a = dense<1> : tensor<2xi64>} : (tensor<*xf32>) -> ()
#ones = dense<1> : tensor<2xi64>
!any = tensor<*xf32>
"t.alias"(%0#0) {a = #ones} : (!any) -> ()
// CHECK: "t.regions"() <{inside = 1 : i64}> ({
// CHECK-NEXT: ^bb0(%arg0: i32):
// CHECK-NEXT:   "t.branch"(%arg0)[^bb1] : (i32) -> ()
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   "t.end"() : () -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT: }) {outside} : () -> ()
"t.regions"() <{inside = 1}> ({
^bb0(%a: i32):
  "t.branch"(%a)[^next] : (i32) -> ()
^next:
  "t.end"() : () -> ()
}, {
}) {outside} : () -> ()

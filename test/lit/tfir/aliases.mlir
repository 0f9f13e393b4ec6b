// RUN: tf-opt %s --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: tf-opt %s --split-input-file --allow-unregistered-dialect --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --split-input-file --allow-unregistered-dialect --mlir-print-local-scope | filecheck %s --check-prefix=LOCAL

/// What contains names is numbered after what does not; within a depth types come first, then kinds in the order of the alphabet. Of an
/// operation in generic form, types are met first.

// CHECK:      #loc = loc("x.py":1:2)
// CHECK-NEXT: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #distinct = distinct[0]<#map>
// CHECK-NEXT: !tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<2xf32, #map>>
// CHECK-NEXT: #loc1 = loc(fused<{m = #map1}>[#loc])
// CHECK-NEXT: module {
// CHECK-NEXT:   %0 = "t.a"() {a = #loc1, b = #distinct, c = [#distinct], s = "affine_map<(d0) -> (d0)>"} : () -> !tuple
// LOCAL:      %0 = "t.a"() {a = loc(fused<{m = affine_map<(d0) -> (d0 + 1)>}>["x.py":1:2]), b = distinct[0]<affine_map<(d0) -> (d0)>>, c = [distinct[0]<affine_map<(d0) -> (d0)>>], s = "affine_map<(d0) -> (d0)>"} : () -> tuple<i1, i1,
// GENERIC:    #map1 = affine_map<(d0) -> (d0 + 1)>
// GENERIC:      %0 = "t.a"() {a = #loc1, b = #distinct
%0 = "t.a"() {
  a = loc(fused<{m = affine_map<(d0) -> (d0 + 1)>}>["x.py":1:2]), b = distinct[7]<affine_map<(i) -> (i)>>, c = [distinct[7]<affine_map<(i) -> (i)>>],
  s = "affine_map<(d0) -> (d0)>"
} : () -> tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<2xf32, affine_map<(d0) -> (d0)>>>

// -----

/// Sixteen elements are not many yet.

// CHECK-NOT:  !tuple
// CHECK:      "t.a"() : () -> tuple<i1
%0 = "t.a"() : () -> tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>

// -----

/// Distinct attributes are numbered as they are met; those of nothing have no name, and their numbers come as they print.

// CHECK:      #distinct = distinct[0]<"b">
// CHECK-NEXT: #distinct1 = distinct[1]<"b">
// CHECK-NEXT: module {
// CHECK-NEXT:   "t.a"() {a = #distinct, b = #distinct1, c = distinct[2]<>, d = #distinct, e = "distinct[9]<>"} : () -> ()
// LOCAL:        "t.a"() {a = distinct[0]<"b">, b = distinct[1]<"b">, c = distinct[2]<>, d = distinct[0]<"b">, e = "distinct[9]<>"} : () -> ()
"t.a"() {a = distinct[9]<"b">, b = distinct[3]<"b">, c = distinct[1]<unit>, d = distinct[9]<"b">, e = "distinct[9]<>"} : () -> ()

// -----

/// In generic form what is inside an operation comes before the operation's own; types come before attributes.

// GENERIC:      #map = affine_map<(d0) -> (d0 * 2)>
// GENERIC-NEXT: #map1 = affine_map<(d0) -> (d0 * 3)>
// GENERIC-NEXT: #map2 = affine_map<(d0) -> (d0 * 5)>
// GENERIC-NEXT: #map3 = affine_map<(d0) -> (d0 * 7)>
// GENERIC:        "t.a"() <{p = #map3}> ({
// GENERIC-NEXT:     "t.b"() {a = #map, b = #map1} : () -> ()
// GENERIC-NEXT:   }) {a = #map3} : () -> memref<4xf32, #map2>
%0 = "t.a"() <{p = affine_map<(d0) -> (d0 * 7)>}> ({
  "t.b"() {a = affine_map<(d0) -> (d0 * 2)>, b = affine_map<(d0) -> (d0 * 3)>} : () -> ()
}) {a = affine_map<(d0) -> (d0 * 7)>} : () -> memref<4xf32, affine_map<(d0) -> (d0 * 5)>>

// -----

/// What is said of a function's arguments gets no names for its sake, but for a declaration's.

// CHECK:      #loc = loc("b")
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: i1 {t.a = loc("a"), t.b = #loc}) {
// CHECK:        func.func private @g(i1 {t.a = #loc})
func.func @f(%a: i1 {t.a = loc("a"), t.b = loc("b")}) { return }
func.func private @g(i1 {t.a = loc("b")})

// -----

/// Fused locations say each thing once; one that is of one thing is that.

// CHECK:      #loc = loc("a")
// CHECK-NEXT: #loc1 = loc("b")
// CHECK-NEXT: #loc2 = loc(fused[#loc, #loc1])
// CHECK-NEXT: #loc3 = loc(fused<1 : i64>[#loc])
// CHECK-NEXT: module {
// CHECK-NEXT:   "t.a"() {a = #loc, b = #loc2, c = #loc3} : () -> ()
"t.a"() {a = loc(fused["a", unknown]), b = loc(fused["a", fused["b", "a"]]), c = loc(fused<1>["a", "a"])} : () -> ()

// -----

/// What is equal has one name; a layout that says nothing has none, and is not kept.

// CHECK:      #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   "t.a"() {a = memref<2x3xf32, #map>, b = memref<2x3xf32>, c = memref<2x3xf32, strided<[1, ?], offset: 2>, 3>, d = memref<2x3xf32, strided<[3, 1]>>} : () -> ()
"t.a"() {
  a = memref<2x3xf32, affine_map<(i, j) -> (j, i)>>, b = memref<2x3xf32, affine_map<(i, j) -> (i, j)>, 0>,
  c = memref<2x3xf32, strided<[1, ?], offset: 2>, 3>, d = memref<2x3xf32, strided<[3, 1], offset: 0>>
} : () -> ()

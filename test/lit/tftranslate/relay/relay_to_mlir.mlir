// RUN: tf-translate --relay-to-mlir %S/Inputs/list.relay | filecheck %s
// RUN: tf-translate --relay-to-mlir %S/Inputs/list.relay | tf-translate --mlir-to-relay -o %t.relay && filecheck %s --check-prefix=TEXT < %t.relay
// RUN: tf-translate --relay-to-mlir %t.relay | tf-translate --mlir-to-relay | diff %t.relay -
// RUN: tf-translate --inspect %S/Inputs/list.relay | filecheck %s --check-prefix=INSPECTED
// RUN: tf-run %S/Inputs/list.relay --input=i32=3 --input=2xf32=1,2 2>&1 | filecheck %s --check-prefix=RAN
// RUN: not tf-translate --relay-to-mlir %s 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK: relay.type_def @List["A"] {
// CHECK: func.func private @length(%xs: !relay.adt<@List, !relay.var<A>>) -> tensor<i32> attributes {relay.type_params = ["A"]}
// CHECK: relay.match %xs
// CHECK: case [@List::@Cons, "_", "%"](%rest: !relay.adt<@List, !relay.var<A>>)
// CHECK: func.func @main(%n: tensor<i32>, %x: tensor<2xf32>) -> (tensor<i32>, tuple<tensor<2xf32>>) {
// CHECK: %loop = relay.fn %loop_0(%i: tensor<i32>, %acc: !relay.adt<@List, tensor<i32>>) -> !relay.adt<@List, tensor<i32>> {
// CHECK: relay.call %loop_0
// CHECK: %r = relay.ref_create %x
// CHECK: relay.constant dense<[5.000000e-01, -1.250000e+00]> : tensor<2xf32>
// CHECK: relay.ref_write %r

// TEXT: #[version = "0.0.5"]
// TEXT: type List[A] {
// TEXT: def @length[A](%xs: List[A]) -> int32 {
// TEXT: let %loop = fn (%i: int32, %acc: List[int32]) -> List[int32] {
// TEXT: %0 = less(%i, %n);
// TEXT: if (%0) {
// TEXT: %loop(%1, %2)
// TEXT: let %r = ref(%x);
// TEXT: add(%{{.*}}, meta[relay.Constant][0]);
// TEXT: #[metadata]
// TEXT: "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAAAAPwAAoL8="

// INSPECTED: list.relay: program of Relay
// INSPECTED: @main (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tuple<tensor<2xf32>>)

// RAN: warning: {{.*}}list.relay cannot be lowered for {{.*}}: tuple<tensor<2xf32>> cannot be kept in a buffer; expected a tensor; the interpreter runs it
// RAN-NEXT: i32=3
// RAN-NEXT: 2xf32=1.5 0.75
// REFUSED: relay_to_mlir.mlir:38:1: error: expected '#[version = "0.0.5"]', found the end of the text

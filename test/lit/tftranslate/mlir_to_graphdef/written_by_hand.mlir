// RUN: tf-translate --mlir-to-graphdef --graphdef-as-text %s | filecheck %s

/// A node without a name is named after its op; names that are taken are passed over; a remembered layout that does not fit
/// the constant any more gives way.
// CHECK: name: "Identity"
// CHECK: op: "NoOp"
// CHECK: name: "c"
// CHECK-NEXT: op: "Const"
// CHECK: key: "value"
// CHECK: tensor_content: "\001\000\000\000\002\000\000\000"
// CHECK: name: "Identity_1"
// CHECK-NEXT: op: "Identity"
// CHECK-NEXT: input: "c"
// CHECK-NEXT: input: "^Identity"
// CHECK: versions {
// CHECK-NEXT: producer: 5
module {
  tfg.graph #tf_type.version<producer = 5, min_consumer = 0> {
    %ctl = NoOp name("Identity")
    %Const, %ctl_0 = Const name("c") {dtype = i32, tfg.wire = {encodings = {value = "list:1"}}, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<*xi32>)
    %Identity, %ctl_1 = Identity(%Const) [%ctl] {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  }
}

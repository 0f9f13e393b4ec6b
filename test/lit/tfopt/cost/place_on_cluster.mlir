// RUN: tf-opt %s --place-on-cluster='cluster=%S/Inputs/plain.json report=true' -o %t.mlir 2>%t.txt
// RUN: filecheck %s --input-file %t.mlir
// RUN: filecheck %s --input-file %t.txt --check-prefix=REPORT
// RUN: tf-opt %t.mlir --place-on-cluster=cluster=%S/Inputs/plain.json | filecheck %s

/// Each product moves 3 * 64 bytes in 1.92 s, so does the sum; 64 bytes take a second to the other device. Both products on one:
/// 2 * 1.92 + 1 + 1.92 = 6.76; on two: 1.92 + 1 + 1.92 = 4.84.
/// Two heavy branches go to two devices; a node that asks for one gets it; what it updates lies with its variable.
// CHECK: MatMul{{.*}} device("/device:GPU:[[ONE:[01]]]") name("left")
// CHECK: MatMul{{.*}} device("/device:GPU:[[OTHER:[01]]]") name("right")
// CHECK: AddV2{{.*}} device("/device:GPU:1") name("sum")
// CHECK: VariableV2 device("/device:GPU:[[HOME:[01]]]") name("state")
// CHECK: AssignAdd{{.*}} device("/device:GPU:[[HOME]]") name("update")

// REPORT: placement on {{.*}}plain.json: {{[0-9]+}} simulations
// REPORT: placement time speed-up
// REPORT: one device 6.76 s 1.00
// REPORT: 4.84 s 1.40 chosen
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<4x4>} : () -> (tensor<*xf32>)
  %l, %c1 = MatMul(%x, %x) name("left") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %c2 = MatMul(%x, %x) name("right") {T = f32, transpose_a = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %c3 = AddV2(%l, %r) device("/gpu:1") name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %v, %c4 = VariableV2 name("state") {container = "", dtype = f32, shape = #tf_type.shape<4x4>, shared_name = ""} : () -> (tensor<*xf32>)
  %u, %c5 = AssignAdd(%v, %l) name("update") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// RUN: tf-opt %s --grappler='fetches=out optimizers=pruning,remap,dependency assume-device=/device:CPU:0' --explain=m --explain=r --explain=i --explain=outt -o %t 2>&1 | filecheck %s

// CHECK: m:
// CHECK-NEXT: is now MatMul, 2 inputs
// CHECK-NEXT: not remap/ContractionWithBiasAdd: the result of 'MatMul' is needed elsewhere too (at 'r')
// CHECK: i:
// CHECK-NEXT: removed by pruning (it only hands on its operand)
// CHECK-NEXT: is gone
// CHECK: outt: no node is called so, and none was; did you mean 'out'?
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_0 = Identity(%x) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%i, %i) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_3 = BiasAdd(%m, %x) name("r") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_4 = Mul(%a, %m) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

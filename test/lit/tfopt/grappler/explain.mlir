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

// RUN: tf-opt %S/Inputs/explained.mlir --grappler='fetches=out optimizers=constfold,remap assume-device=/device:CPU:0' --explain=block/conv --explain=block/weights --explain=conv --explain=bloc/covn --explain=other/block/conv -o %t 2>&1 | filecheck %s --check-prefix=TAKEN
// TAKEN: block/conv:
// TAKEN-NEXT: merged into 'block/norm' by constfold (FoldBatchNormIntoWeights)
// TAKEN-NEXT: is gone
// TAKEN-NOT: declines
// TAKEN: block/weights:
// TAKEN-NEXT: merged into 'block/norm' by constfold (FoldBatchNormIntoWeights)
/// A part of names, and names that are near in each part, are suggested; nothing far away.
// TAKEN: conv: no node is called so, and none was; there is 'block/conv'
// TAKEN: bloc/covn: no node is called so, and none was; did you mean 'block/conv'?
// TAKEN: other/block/conv: no node is called so, and none was{{$}}

/// What nothing but Grappler tells is missed where it does not run.
// RUN: not tf-opt %s --tfg-lift-graph-to-func --explain=m -o %t 2>&1 | filecheck %s --check-prefix=WITHOUT
// RUN: not tf-opt %s --remarks -o %t 2>&1 | filecheck %s --check-prefix=WITHOUT
// WITHOUT: error: {{--explain|--remarks}} tells what {{.*}}Grappler's optimizers do, and no pass here is one

/// Rules are called by their names, or by both of their sides.
// RUN: tf-opt %S/Inputs/explained.mlir --grappler='fetches=out assume-device=/device:CPU:0' --print-rules-fired -o %t 2>&1 | filecheck %s --check-prefix=NAMED
// NAMED: rule FoldBatchNormIntoWeights 'plain' fires on 'tfg.{{.*}}' (normalization.py:{{[0-9]+}})
// NAMED: rule RemoveNegation 'tf.Sub(x, tf.Neg(y)) >> tf.AddV2(x, y)' fires on 'tfg.{{.*}}' (elementwise.py:{{[0-9]+}})

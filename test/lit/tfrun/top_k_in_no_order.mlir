// RUN: tf-run %s --device=cpu --input=1x7xf32=3,9,1,7,5,8,2 | filecheck %s --check-prefix=HEAP
// RUN: sed 's/sorted = false/sorted = true/' %s | tf-run - --device=cpu --input=1x7xf32=3,9,1,7,5,8,2 | filecheck %s --check-prefix=SORTED
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --input=1x7xf32=3,9,1,7,5,8,2 | filecheck %s --check-prefix=SORTED
// RUN: tf-opt %s --pipeline=stablehlo -o %t 2>&1 | filecheck %s --check-prefix=WARNING
// RUN: sed 's/sorted = false/sorted = true/' %s | tf-opt --pipeline=stablehlo -o %t 2>&1 | filecheck %s --check-prefix=NONE --allow-empty
// RUN: tf-opt %s --pipeline=stablehlo --allow-host-ops -o %t 2>&1 | filecheck %s --check-prefix=NONE --allow-empty

/// The largest numbers in the order that TensorFlow's heap leaves them in (TensorFlow 2.21 on a CPU) are a step of the host; lowered, they fall.
// HEAP: 1x4xf32=[5 7 9 8]
// HEAP: 1x4xi32=[4 3 1 5]
// SORTED: 1x4xf32=[9 8 7 5]
// SORTED: 1x4xi32=[1 5 3 4]
// WARNING: warning: gives its largest in falling order, as XLA does; with sorted = false TensorFlow's kernel leaves them in another
// NONE-NOT: warning
func.func @main(%x: tensor<1x7xf32>) -> (tensor<1x4xf32>, tensor<1x4xi32>) {
  %k = "tf.Const"() {value = dense<4> : tensor<i32>} : () -> tensor<i32>
  %0:2 = "tf.TopKV2"(%x, %k) {sorted = false} : (tensor<1x7xf32>, tensor<i32>) -> (tensor<1x4xf32>, tensor<1x4xi32>)
  return %0#0, %0#1 : tensor<1x4xf32>, tensor<1x4xi32>
}

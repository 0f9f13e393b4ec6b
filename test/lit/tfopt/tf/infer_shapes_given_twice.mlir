// What several --input-shapes give counts together; the shape of one feed may be given once.
// RUN: tf-opt %s --infer-shapes --input-shapes=images=2x4 --input-shapes=mask=3 | filecheck %s
// RUN: tf-opt %s --infer-shapes --input-shapes=images=2x4,mask=3 | filecheck %s
// RUN: not tf-opt %s --infer-shapes --input-shapes=images=2x4 --input-shapes=mask=3,images=3x4 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not tf-opt %s --infer-shapes --input-shapes=images=2x4,images=2x4 2>&1 | filecheck %s --check-prefix=IN-ONE

// CHECK: func.func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<3xf32>)
// TWICE: error: --input-shapes gives 'images' twice
// IN-ONE: error: {{.*}}'images' is given twice
func.func @main(%images: tensor<?x4xf32>, %mask: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  return %images, %mask : tensor<?x4xf32>, tensor<?xf32>
}

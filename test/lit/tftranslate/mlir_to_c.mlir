// RUN: tf-opt %s --pipeline=vulkan --spirv-style=plain | tf-translate --mlir-to-c -o %t.c && filecheck %s --input-file=%t.c
// RUN: tf-opt %s --pipeline=vulkan --spirv-style=plain | tf-translate --mlir-to-c | filecheck %s --check-prefix=OUT
// RUN: not tf-translate --mlir-to-c %s 2>&1 | filecheck %s --check-prefix=REFUSED

// CHECK: /* Made by tf-translate --mlir-to-c of @simple_mul. */
// CHECK: _MEMORY
// CHECK: inputs[0]  {{.*}}: float[4]
// CHECK: inputs[1]  {{.*}}: float[4]
// CHECK: outputs[0]  {{.*}}: float[4]
// CHECK: void [[NAME:.*]](const void *const inputs[], void *const outputs[], void *memory);
// CHECK: static void [[KERNEL:.*]](const unsigned char *a0, const unsigned char *a1, unsigned char *a2, uint32_t n0, uint32_t n1, uint32_t n2) {
// CHECK: for (uint32_t w0 = 0; w0 < n0; ++w0)
// CHECK: [[A:v[0-9]+]], (a0 + (size_t)(w0 * 1u + l0) * 4), sizeof(float));
// CHECK: [[B:v[0-9]+]], (a1 + (size_t)(w0 * 1u + l0) * 4), sizeof(float));
// CHECK: = (float)([[A]] * [[B]]);
// CHECK: [[KERNEL]](((const unsigned char *)inputs[0]), ((const unsigned char *)inputs[1]), ((unsigned char *)outputs[0]), 4u, 1u, 1u);
// OUT: void model(const void
// REFUSED: error: @simple_mul has not been lowered to dispatches; tf-opt --pipeline=vulkan --spirv-style=plain makes what has a form in C
func.func @simple_mul(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

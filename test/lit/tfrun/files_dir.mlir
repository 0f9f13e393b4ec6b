// REQUIRES: vulkan
// Files that a program names are those of --files-dir, on devices too: there the host reads and writes them between dispatches.
// RUN: rm -rf %t && mkdir -p %t/data && printf 1.5 > %t/data/in.txt
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops -o %t/vulkan.mlir
// RUN: tf-run %t/vulkan.mlir --device=vulkan --files-dir=%t/data | filecheck %s
// RUN: filecheck %s --check-prefix=WRITTEN --input-file=%t/data/out.txt
// RUN: rm %t/data/out.txt
// RUN: tf-opt %s --pipeline=cpu --allow-host-ops -o %t/cpu.mlir
// RUN: tf-run %t/cpu.mlir --device=cpu --files-dir=%t/data | filecheck %s
// RUN: filecheck %s --check-prefix=WRITTEN --input-file=%t/data/out.txt
// CHECK: f32=3
// WRITTEN: 3.000000

// Without the directory there is no such file.
// RUN: not tf-run %t/cpu.mlir --device=cpu 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not tf-run %t/vulkan.mlir --device=vulkan 2>&1 | filecheck %s --check-prefix=NONE
// NONE: error: 'tf.ReadFile' op reads the file 'in.txt', and it is not known in which directory that is (--savedmodel=DIR, --files-dir=DIR)
func.func @main() -> tensor<f32> {
  %in = "tf.Const"() {value = dense<"in.txt"> : tensor<!tf_type.string>} : () -> tensor<!tf_type.string>
  %out = "tf.Const"() {value = dense<"out.txt"> : tensor<!tf_type.string>} : () -> tensor<!tf_type.string>
  %text = "tf.ReadFile"(%in) : (tensor<!tf_type.string>) -> tensor<!tf_type.string>
  %number = "tf.StringToNumber"(%text) : (tensor<!tf_type.string>) -> tensor<f32>
  %twice = "tf.AddV2"(%number, %number) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %written = "tf.AsString"(%twice) : (tensor<f32>) -> tensor<!tf_type.string>
  "tf.WriteFile"(%out, %written) : (tensor<!tf_type.string>, tensor<!tf_type.string>) -> ()
  return %twice : tensor<f32>
}

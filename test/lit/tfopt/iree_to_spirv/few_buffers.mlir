/// Kernels bind no more buffers than a target states that it has: what reads many is cut into several, and buffers that are only asked for their
/// sizes are not bound. What is one operation of more buffers is the host's, by the name of the limit.
// RUN: tf-opt %s --pipeline=vulkan --target='#iree.target<name = "small", max_storage_bindings = 4, max_texel_bindings = 0>' 2>&1 | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan 2>&1 | filecheck %s --check-prefix=ANY

// CHECK: remark: host step '{{.*}}': 'stablehlo.reduce' op needs 6 storage buffers, of which the target (small) allows 4
// CHECK-NOT: bind(0, 4)
// CHECK-COUNT-2: iree_ll_seq.dynamic_dispatch main_ex_dispatch_0::main_rgn_dispatch_0
// ANY-NOT: remark
// ANY: bind(0, 5)

func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %d: tensor<?xf32>, %e: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = stablehlo.add %a, %b : tensor<?xf32>
  %1 = stablehlo.multiply %0, %c : tensor<?xf32>
  %2 = stablehlo.add %1, %d : tensor<?xf32>
  %3 = stablehlo.multiply %2, %e : tensor<?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4:3 = stablehlo.reduce(%a init: %zero), (%b init: %zero), (%c init: %zero) across dimensions = [0] : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
    reducer(%x: tensor<f32>, %x2: tensor<f32>) (%y: tensor<f32>, %y2: tensor<f32>) (%z: tensor<f32>, %z2: tensor<f32>) {
      %5 = stablehlo.add %x, %x2 : tensor<f32>
      %6 = stablehlo.maximum %y, %y2 : tensor<f32>
      %7 = stablehlo.multiply %z, %z2 : tensor<f32>
      stablehlo.return %5, %6, %7 : tensor<f32>, tensor<f32>, tensor<f32>
    }
  return %3, %4#0, %4#1, %4#2 : tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// RUN: tf-opt %s --split-input-file --verify-diagnostics=only-expected --iree-identify-dispatch-regions=allow-host-ops=true | filecheck %s
// RUN: tf-opt %s --split-input-file --verify-diagnostics=only-expected --iree-identify-dispatch-regions=allow-host-ops=true --iree-outline-dispatch-regions | filecheck %s --check-prefix=OUTLINED

// What can run after the same dispatches runs in one step, whatever stands between, and with it what is cheap on the way from one call to
// the next; a product of matrices is not.
// CHECK-LABEL: func.func @stages
// CHECK: iree.dispatch_region
// CHECK-NEXT: stablehlo.negate
// CHECK: %{{.*}}:2 = iree.host_region(%[[X:.*]] = %{{.*}} : tensor<4xf32>, %[[Y:.*]] = %{{.*}} : tensor<4xf32>) : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: %[[A:.*]] = stablehlo.custom_call @a(%[[X]])
// CHECK-NEXT: %[[SQUARE:.*]] = stablehlo.multiply %[[A]], %[[A]]
// CHECK-NEXT: %[[B:.*]] = stablehlo.custom_call @b(%[[SQUARE]])
// CHECK-NEXT: %[[C:.*]] = stablehlo.custom_call @c(%[[Y]])
// CHECK-NEXT: iree.return %[[B]], %[[C]]
// CHECK: iree.dispatch_region
// CHECK: stablehlo.dot
// CHECK: iree.host_region(%[[S:.*]] = %{{.*}} : tensor<f32>) : tensor<f32>
// CHECK-NEXT: stablehlo.custom_call @d(%[[S]])
// CHECK-NOT: iree.host_region
// CHECK: return

// OUTLINED: iree.multi_arch_executable @stages_ex_host_0
// OUTLINED-NEXT: iree.executable(Host)
// OUTLINED: func.func @stages_host_0(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>, %{{.*}}: memref<4xf32>)
// OUTLINED: stablehlo.custom_call @b
// OUTLINED: iree.store_output(%{{.*}} : tensor<4xf32>, %[[OUT]] : memref<4xf32>)
// OUTLINED: func.func @stages(
// OUTLINED: iree_hl_seq.dispatch stages_ex_host_0::stages_host_0[
// OUTLINED: iree_hl_seq.dispatch stages_ex_host_1::stages_host_1[
func.func @stages(%x: tensor<4xf32>) -> tensor<f32> {
  %a = stablehlo.custom_call @a(%x) {has_side_effect = false} : (tensor<4xf32>) -> tensor<4xf32>
  %n = stablehlo.negate %x : tensor<4xf32>
  %square = stablehlo.multiply %a, %a : tensor<4xf32>
  %b = stablehlo.custom_call @b(%square) {has_side_effect = false} : (tensor<4xf32>) -> tensor<4xf32>
  %c = stablehlo.custom_call @c(%n) {has_side_effect = false} : (tensor<4xf32>) -> tensor<4xf32>
  %s = stablehlo.dot %b, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %d = stablehlo.custom_call @d(%s) {has_side_effect = false} : (tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

// Effects keep their order: the second print could come first, and waits for the one that stands before it.
// CHECK-LABEL: func.func @ordered
// CHECK: iree.dispatch_region
// CHECK: iree.host_region
// CHECK-NEXT: tf.StringFormat
// CHECK-NEXT: tf.PrintV2
// CHECK-NEXT: tf.PrintV2
// CHECK-NEXT: iree.return
// CHECK-NOT: iree.host_region
// CHECK: return
func.func @ordered(%x: tensor<4xf32>, %text: tensor<!tf_type.string>) -> tensor<4xf32> {
  %n = stablehlo.negate %x : tensor<4xf32>
  %made = "tf.StringFormat"(%n) : (tensor<4xf32>) -> tensor<!tf_type.string>
  "tf.PrintV2"(%made) : (tensor<!tf_type.string>) -> ()
  "tf.PrintV2"(%text) : (tensor<!tf_type.string>) -> ()
  return %n : tensor<4xf32>
}

// -----

// A function that a step calls goes along with it, and is no sequence itself.
// OUTLINED: iree.executable(Host)
// OUTLINED: func.func @caller_host_0
// OUTLINED: tf.If
// OUTLINED: func.func private @upper
// OUTLINED: func.func private @same
// OUTLINED: func.func @caller
// OUTLINED-NOT: func.func private
func.func @caller(%which: tensor<i1>, %text: tensor<!tf_type.string>) -> tensor<!tf_type.string> {
  %0 = "tf.If"(%which, %text) {then_branch = @upper, else_branch = @same, is_stateless = true} : (tensor<i1>, tensor<!tf_type.string>) -> tensor<!tf_type.string>
  return %0 : tensor<!tf_type.string>
}
func.func private @upper(%text: tensor<!tf_type.string>) -> tensor<!tf_type.string> {
  %0 = "tf.StringUpper"(%text) : (tensor<!tf_type.string>) -> tensor<!tf_type.string>
  return %0 : tensor<!tf_type.string>
}
func.func private @same(%text: tensor<!tf_type.string>) -> tensor<!tf_type.string> {
  return %text : tensor<!tf_type.string>
}

// -----

// Without anything for the host nothing moves.
// CHECK-LABEL: func.func @device_alone
// CHECK-NOT: iree.host_region
// CHECK: return
func.func @device_alone(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

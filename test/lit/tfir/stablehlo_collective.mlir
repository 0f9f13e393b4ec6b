// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Ops that work between devices: groups of replicas, channels, and what of operands and results depends on both. Each refusal stands
/// beside the nearest program that is none.

func.func @all_gathers(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  %1 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  %2 = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @groups_of_groups(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{replica groups should be a rank 2 tensor}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @no_global_groups(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{if `use_global_device_ids` is set, the replica groups cannot be empty}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @group_filled_up(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{Invalid replica id -1}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @replica_left_out(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{replica id #1 not seen in replica groups}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @negative_channel(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{channel_id cannot be negative when useGlobalDeviceIds is set}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @gathers_nothing(%a: tensor<2x0xf32>) {
  // expected-error @+1 {{dimension size of operand at 'all_gather_dim' cannot be zero}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @gathered_rank(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{operand and result must have the same rank}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6x1xf32>
  return
}

// -----

func.func @gathered_shape(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{operand and result should have the same shape except for the dimension size at 'all_gather_dim'}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<3x6xf32>
  return
}

// -----

func.func @gathered_size(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{result gather dimension has size 7, expected to be a multiple of operand gather dimension size 3}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x7xf32>
  return
}

// -----

func.func @gathered_dimension(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{all_gather_dim must be a valid index of operand}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @all_reduces(%a: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_channel(%a: tensor<4xf32>) {
  // expected-error @+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_region(%a: tensor<4xf32>) {
  // expected-error @+1 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_reduces(%a: tensor<4xf32>, %root: tensor<1xi32>) {
  %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.collective_reduce"(%a, %root) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @root_alone(%a: tensor<4xf32>, %root: tensor<1xi32>) {
  // expected-error @+1 {{collective_reduce with has_dynamic_root=true requires at least two operands (data + root)}}
  %0 = "stablehlo.collective_reduce"(%root) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<1xi32>) -> tensor<1xi32>
  return
}

// -----

func.func @root_type(%a: tensor<4xf32>, %root: tensor<1xi64>) {
  // expected-error @+1 {{last operand of collective_reduce with has_dynamic_root=true must be a rank-1 i32 tensor, but got 'tensor<1xi64>'}}
  %0 = "stablehlo.collective_reduce"(%a, %root) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @root_size(%a: tensor<4xf32>, %root: tensor<2xi32>) {
  // expected-error @+1 {{last operand of collective_reduce with has_dynamic_root=true must have the same number of elements as data operands (1), but got 2}}
  %0 = "stablehlo.collective_reduce"(%a, %root) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_broadcasts(%a: tensor<4xf32>, %root: tensor<1xi32>) {
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.collective_broadcast"(%a, %root) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_groups(%a: tensor<4xf32>) {
  // expected-error @+1 {{replica groups should be a rank 2 tensor,but instead it is of rank 1}}
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_to_negative(%a: tensor<4xf32>) {
  // expected-error @+1 {{replica_groups values must be positive, but was given -1}}
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_twice(%a: tensor<4xf32>) {
  // expected-error @+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0], [2, 3]]> : tensor<3x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pairs_rank(%a: tensor<4xf32>) {
  // expected-error @+1 {{expect source_target_pairs attribute to be of rank 2, but got rank 1}}
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[0, 1]> : tensor<2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pairs_of_three(%a: tensor<4xf32>) {
  // expected-error @+1 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pair_negative(%a: tensor<4xf32>) {
  // expected-error @+1 {{replica ids in source_target_pairs must be >= 0.}}
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @source_twice(%a: tensor<4xf32>) {
  // expected-error @+1 {{duplicate sources not allowed.}}
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @target_twice(%a: tensor<4xf32>) {
  // expected-error @+1 {{duplicate targets not allowed.}}
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_to_alls(%a: tensor<4x6xf32>, %b: tensor<4x?xf32>) {
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %1 = "stablehlo.all_to_all"(%b) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x?xf32>) -> tensor<8x?xf32>
  return
}

// -----

func.func @exchange_group_size(%a: tensor<4x6xf32>) {
  // expected-error @+2 {{group size of replica_groups must be 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<12x2xf32>
  return
}

// -----

func.func @exchange_split_dimension(%a: tensor<4x6xf32>) {
  // expected-error @+2 {{AllToAll split_dimension 2 is out-of-bounds for input rank 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @exchange_concat_dimension(%a: tensor<4x6xf32>) {
  // expected-error @+2 {{AllToAll concat_dimension 2 is out-of-bounds for input rank 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @exchange_uneven(%a: tensor<4x5xf32>) {
  // expected-error @+2 {{split dimension has size 5, expected to be a multiple of split_count 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x5xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @reduce_scatters(%a: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %1 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %2 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @scattered_rank(%a: tensor<4x6xf32>) {
  // expected-error @+1 {{operand and result should have same rank}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scattered_dimension(%a: tensor<4x6xf32>) {
  // expected-error @+1 {{scatter dim should be less than operand/result rank}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @scatter_channel(%a: tensor<4x6xf32>) {
  // expected-error @+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @scatters_to_nothing(%a: tensor<4x6xf32>) {
  // expected-error @+1 {{result dimension size at scatter_dimension cannot be zero}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @scatters_nothing(%a: tensor<4x0xf32>) {
  // expected-error @+1 {{operand dimension size at scatter_dimension cannot be zero}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x0xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @scatters_unevenly(%a: tensor<4x6xf32>) {
  // expected-error @+1 {{operand scatter dimension has size 6, expected to be a multiple of result scatter dimension size 4}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @scattered_shape(%a: tensor<4x6xf32>) {
  // expected-error @+1 {{non scatter dimensions should be same for operand (4) and result (2)}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scattered_element(%a: tensor<4x6xf32>) {
  // expected-error @+1 {{result element-type is expected to be 'f32', but got 'f64'}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<4x3xf64>
  return
}

// -----

func.func @channels(%a: tensor<4xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %1 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %2:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %3:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_to_device(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+2 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_to_host(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+2 {{channel_type should be DEVICE_TO_HOST when is_host_transfer is true}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @receive_from_host(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{channel_type should be HOST_TO_DEVICE when is_host_transfer is true}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @receive_no_token(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{everything but the last element of result types is expected to be of tensor type, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (!stablehlo.token, tensor<4xf32>)
  return
}

// -----

func.func @receive_tensor_alone(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{last element of result types is expected to be of token type, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> tensor<4xf32>
  return
}

// -----

func.func @infeeds(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  %1:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [[1, 0]]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_no_token(%t: !stablehlo.token) {
  // expected-error @+1 {{last element of result types is expected to be of token type, but got 'tensor<2x3xf32>'}}
  %0 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @infeed_two_tokens(%t: !stablehlo.token) {
  // expected-error @+1 {{all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_layouts(%t: !stablehlo.token) {
  // expected-error @+1 {{layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 2}}
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [[1, 0], [0]]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_layout_of_number(%t: !stablehlo.token) {
  // expected-error @+1 {{layout-attribute expected to have elements of type array, but got 1}}
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [1]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_layout_of_text(%t: !stablehlo.token) {
  // expected-error @+1 {{layout-attribute's leaf elements are expected to be of type integer, but got "a"}}
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = "", layout = [["a"]]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

func.func @mesh_of_reduction(%a: tensor<4xf32>) {
  // expected-error @+1 {{replica_groups: mesh symbol 'mesh' not found}}
  %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mesh_of_gather(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{replica_groups: mesh symbol 'mesh' not found}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @token_for_infeed(%a: tensor<4xf32>) {
  // expected-error @+1 {{op operand #0 must be token, but got 'tensor<4xf32>'}}
  %0:2 = "stablehlo.infeed"(%a) : (tensor<4xf32>) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @token_for_send(%a: tensor<4xf32>) {
  // expected-error @+1 {{op operand #1 must be token, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.send"(%a, %a) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4xf32>, tensor<4xf32>) -> !stablehlo.token
  return
}

// -----

func.func @token_for_outfeed(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{op operand #1 must be token, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.outfeed"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> !stablehlo.token
  return
}

// -----

func.func @outfeeds(%a: tensor<4xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.outfeed"(%a, %a, %t) : (tensor<4xf32>, tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %1 = "stablehlo.outfeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @token_made_of_tensors(%a: tensor<4xf32>) {
  // expected-error @+1 {{op operand #0 must be variadic of token, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.after_all"(%a) : (tensor<4xf32>) -> !stablehlo.token
  return
}

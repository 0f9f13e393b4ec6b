// RUN: tf-opt %s --stablehlo-decompose | filecheck %s

sdy.mesh @one = <["a"=1]>
sdy.mesh @two = <["a"=2]>

// What each device of a mesh computes stands by itself where the mesh has one device; marks go.
// CHECK-LABEL: func @one_device
// CHECK-NOT: sdy
// CHECK: %[[X:.*]] = stablehlo.negate %arg0
// CHECK: %[[N:.*]] = stablehlo.constant dense<0> : tensor<ui32>
// CHECK: return %[[X]], %[[N]]
func.func @one_device(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<ui32>) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@one, [{"a"}]>] out_shardings=[<@one, [{"a"}]>, <@one, []>] manual_axes={"a"} (%part: tensor<4xf32>) {
    %1 = stablehlo.negate %part : tensor<4xf32>
    %2 = sdy.sharding_constraint %1 <@one, [{?}]> : tensor<4xf32>
    sdy.sharding_group %2 group_id=0 : tensor<4xf32>
    %3 = stablehlo.partition_id : tensor<ui32>
    sdy.return %2, %3 : tensor<4xf32>, tensor<ui32>
  } : (tensor<4xf32>) -> (tensor<4xf32>, tensor<ui32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<ui32>
}

// Of several devices each has a number of its own.
// CHECK-LABEL: func @two_devices
// CHECK-NOT: sdy.manual_computation
// CHECK: stablehlo.constant dense<0> : tensor<ui32>
// CHECK: stablehlo.constant dense<1> : tensor<ui32>
// CHECK: stablehlo.concatenate
func.func @two_devices() -> tensor<2xui32> {
  %0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@two, [{"a"}]>] manual_axes={"a"} () {
    %1 = stablehlo.partition_id : tensor<ui32>
    %2 = stablehlo.reshape %1 : (tensor<ui32>) -> tensor<1xui32>
    sdy.return %2 : tensor<1xui32>
  } : () -> tensor<2xui32>
  return %0 : tensor<2xui32>
}

// Where devices meet in a loop they take turns: it stays for the host.
// CHECK-LABEL: func @meeting_in_a_loop
// CHECK: sdy.manual_computation
// CHECK: stablehlo.all_gather
func.func @meeting_in_a_loop(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@two, [{"a"}]>] out_shardings=[<@two, [{"a"}]>] manual_axes={"a"} (%part: tensor<1xf32>) {
    %n = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%v = %part, %i = %n) : tensor<1xf32>, tensor<i32>
      cond {
        %three = stablehlo.constant dense<3> : tensor<i32>
        %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        %all = "stablehlo.all_gather"(%v) {all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<1xf32>) -> tensor<2xf32>
        %first = stablehlo.slice %all [0:1] : (tensor<2xf32>) -> tensor<1xf32>
        stablehlo.return %first, %j : tensor<1xf32>, tensor<i32>
      }
    sdy.return %r#0 : tensor<1xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A function that runs in parallel with others has a number in each of its processes; another one has not.
// CHECK-LABEL: func @program
// CHECK: stablehlo.replica_id
func.func @program() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}

// CHECK-LABEL: func @alone
// CHECK-NOT: stablehlo.replica_id
// CHECK: stablehlo.constant dense<0> : tensor<ui32>
// CHECK: interpreter.run_parallel
func.func @alone() -> (tensor<ui32>, tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1:2 = "interpreter.run_parallel"() {programs = [[@program], [@program]]} : () -> (tensor<ui32>, tensor<ui32>)
  return %0, %1#0, %1#1 : tensor<ui32>, tensor<ui32>, tensor<ui32>
}

// So has a function that such a program calls.
// CHECK-LABEL: func private @called
// CHECK: stablehlo.partition_id
func.func private @called() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}

func.func @calls() -> tensor<ui32> {
  %0 = call @called() : () -> tensor<ui32>
  return %0 : tensor<ui32>
}

func.func @through_a_call() -> (tensor<ui32>, tensor<ui32>) {
  %0:2 = "interpreter.run_parallel"() {programs = [[@calls, @calls]]} : () -> (tensor<ui32>, tensor<ui32>)
  return %0#0, %0#1 : tensor<ui32>, tensor<ui32>
}

/// Two replicas of two partitions. Inputs are for all processes but for those that have their own; the sum is of the replicas of a partition.
// RUN: tf-run %s --device=interpreter --replicas=2 --partitions=2 --input=x=2xf32=1,2 --input='x[1,0]=2xf32=10,20' | filecheck %s --check-prefix=SUM
// SUM: result0[0,0]=2xf32=11 22
// SUM-NEXT: result0[0,1]=2xf32=2 4
// SUM-NEXT: result0[1,0]=2xf32=11 22
// SUM-NEXT: result0[1,1]=2xf32=2 4

/// Files have arrays of these names; a value without a process is what all of them are compared with.
// RUN: tf-run %s --device=interpreter --replicas=2 --input=2xf32=1,2 --output=@%t.npz
// RUN: tf-run %s --device=interpreter --replicas=2 --input=2xf32=1,2 --expected-output=@%t.npz --expected-output=@%t.npz 2>&1 | filecheck %s --check-prefix=FILE
// RUN: tf-run %s --device=interpreter --replicas=2 --input=2xf32=1,2 --expected-output=2xf32=2,4 | filecheck %s --check-prefix=FILE
// FILE: all {{[24]}} expected outputs agree
// RUN: not tf-run %s --device=interpreter --replicas=2 --input=2xf32=1,2 '--expected-output=result0[1,0]=2xf32=2,5' 2>&1 | filecheck %s --check-prefix=DIFFERS
// DIFFERS: error: output 'result0[1,0]'

/// One process is a grid that its groups do not fit, and says how to have more; another device has none.
// RUN: not tf-run %s --device=interpreter --input=2xf32=1,2 2>&1 | filecheck %s --check-prefix=ALONE
// ALONE: grid.mlir:{{[0-9]+}}:8: error: 'stablehlo.all_reduce' op needs process (1, 0), and runs on 1 x 1 processes (--replicas=R --partitions=P)
// RUN: not tf-run %s --device=vulkan --replicas=2 --input=2xf32=1,2 2>&1 | filecheck %s --check-prefix=VULKAN
// VULKAN: error: --replicas and --partitions: not with --device=vulkan, but with --device=interpreter
// RUN: not tf-run %s --device=interpreter --replicas=0 --input=2xf32=1,2 2>&1 | filecheck %s --check-prefix=NONE
// NONE: '0': expected N: a whole number above zero
// RUN: not tf-run %s --device=interpreter --replicas=2 --input='x[1,0]=2xf32=1,2' 2>&1 | filecheck %s --check-prefix=MISSING
// MISSING: error: no input is given for 'x[0,0]': tensor<2xf32>
// RUN: not tf-run %s --device=interpreter --replicas=2 --input=2xf32=1,2 --measure=%t.txt 2>&1 | filecheck %s --check-prefix=MEASURE
// MEASURE: error: --measure measures one process, and --replicas and --partitions ask for several
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %sum = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

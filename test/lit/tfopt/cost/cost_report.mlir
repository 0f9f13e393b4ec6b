// RUN: tf-opt %s --cost-report='cluster=%S/Inputs/plain.json file=%t.txt trace=%t.json' -o %t.mlir
// RUN: filecheck %s --input-file %t.txt
// RUN: filecheck %s --input-file %t.json --check-prefix=TRACE
// RUN: filecheck %s --input-file %t.mlir --check-prefix=SAME
// RUN: tf-opt %s --cost-report='cluster=%S/Inputs/plain.json file=%t.all.json json=true measured=%S/Inputs/measured.json' -o %t.mlir
// RUN: filecheck %s --input-file %t.all.json --check-prefix=JSON
// RUN: tf-opt %s --cost-report='cluster=%S/Inputs/plain.json file=%t.txt measured=%S/Inputs/measured.json' -o %t.mlir
// RUN: filecheck %s --input-file %t.txt --check-prefix=BESIDE
// RUN: not tf-opt %s --cost-report=cluster=z80 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not tf-opt %s --cost-report=manager=fif 2>&1 | filecheck %s --check-prefix=MANAGER
// RUN: not tf-opt %s --cost-report=fetches=prodct 2>&1 | filecheck %s --check-prefix=FETCH

/// On a device of 1000 flop and 100 bytes a second: the product has 2*4*8*2 = 128 operations on 4*(4*8 + 8*2 + 4*2) = 224 bytes,
/// 2.24 s; the sum on the other device reads the bias and its 32 bytes from 2.24 s on, over a link of 64 bytes a second.
// CHECK: cost on {{.*}}plain.json, first-ready
// CHECK: 5 nodes, 136 flop, 296 B moved
// CHECK: simulated time 3.46 s
// CHECK: sent 32 B in 1 transfers
// CHECK: /device:GPU:0 3 2.24 s 64.7% 224 B
// CHECK: /device:GPU:1 2 720 ms 20.8%
// CHECK: MatMul 1 128 flop 224 B 2.24 s 75.7%
// CHECK: AddV2 1 8 flop 72 B 720 ms 24.3%
// CHECK: product MatMul 128 flop 224 B 2.24 s 75.7% critical
// CHECK: sum AddV2 8 flop 72 B 720 ms 24.3% critical

// TRACE: {"ph": "M", "pid": 0, "name": "process_name", "args": {"name": "/device:GPU:0"}}
// TRACE: {"ph": "X", "name": "MatMul", "pid": 0, "tid": 0, "ts": 0.0, "dur": 2240000.0
// TRACE: {"ph": "X", "name": "AddV2", "pid": 1, "tid": 0, "ts": 2740000.0, "dur": 720000.0
// TRACE: {"ph": "X", "name": "Recv", "pid": 1, "tid": 1, "ts": 2240000.0, "dur": 500000.0
// TRACE: {"ph": "C", "name": "memory", "pid": 0, "ts": 0.0, "args": {"bytes": 224}}

/// The graph is left alone.
// SAME: MatMul(%Placeholder, %Const) device("/gpu:0") name("product")

// JSON: "live": [
// JSON: "op": "MatMul"
// JSON: "measured": 1.5
// JSON: "unknown": 1

// BESIDE: measured 1.75 s in all ops (interpreter, 3 runs)
// BESIDE: op nodes arithmetic traffic estimate measured ratio share
// BESIDE: MatMul 1 128 flop 224 B 2.24 s 1.5 s 0.67 100.0%
// BESIDE: AddV2 1 8 flop 72 B 720 ms - - -
// BESIDE: 1 of the names measured are none of this graph's

// UNKNOWN: error: 'z80' is no cluster: expected cpu, haswell
// MANAGER: error: option 'manager' of pass 'cost-report': Cannot find option named 'fif'! There are fifo, lifo, first-ready, priority, composite; did you mean 'fifo'?
// FETCH: error: there is no node 'prodct' to be fetched; did you mean 'product'?
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %c0 = Placeholder device("/gpu:0") name("x") {dtype = f32, shape = #tf_type.shape<4x8>} : () -> (tensor<*xf32>)
  %w, %c1 = Const device("/gpu:0") name("w") {dtype = f32, value = dense<1.0> : tensor<8x2xf32>} : () -> (tensor<*xf32>)
  %b, %c2 = Const device("/gpu:1") name("b") {dtype = f32, value = dense<1.0> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %p, %c3 = MatMul(%x, %w) device("/gpu:0") name("product") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %c4 = AddV2(%p, %b) device("/job:localhost/device:GPU:1") name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

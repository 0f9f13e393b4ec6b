/// Functions that run side by side: what one sends the other receives; what they wait for in vain is told, and no program hangs.
// RUN: tf-run %s --device=interpreter --entry=exchange | filecheck %s --check-prefix=EXCHANGE
// EXCHANGE: %seen = tensor<2xi32> {
// EXCHANGE-NEXT:   [5, 6]
// EXCHANGE-NEXT: }
// EXCHANGE-NEXT: i32=11

// RUN: tf-run %s --device=interpreter --entry=streams | filecheck %s --check-prefix=STREAMS
// STREAMS: 2xi32=1 2
// STREAMS-NEXT: 2xi32=3 4

// RUN: not tf-run %s --device=interpreter --entry=in_vain 2>&1 | filecheck %s --check-prefix=VAIN
// VAIN: run_parallel.mlir:{{[0-9]+}}:15: error: 'stablehlo.recv' op in process (0, 0) waits for process (1, 0), which waits too
// VAIN: note: process (1, 0) waits for process (0, 0), which waits too

func.func @send() -> !stablehlo.token {
  %x = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %u : !stablehlo.token
}

func.func @receive() -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %z = stablehlo.constant dense<0> : tensor<i32>
  %seen, %u = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  interpreter.print %seen : tensor<2xi32>
  %sum = stablehlo.reduce(%seen init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  return %sum : tensor<i32>
}

func.func @exchange() -> tensor<i32> {
  %0:2 = "interpreter.run_parallel"() {programs = [[@receive], [@send]]} : () -> (tensor<i32>, !stablehlo.token)
  return %0#0 : tensor<i32>
}

func.func @in_vain() -> tensor<i32> {
  %0:2 = "interpreter.run_parallel"() {programs = [[@receive], [@receive]]} : () -> (tensor<i32>, tensor<i32>)
  return %0#0 : tensor<i32>
}

func.func @first() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @second() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @in_and_out() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %0, %u = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %v = "stablehlo.outfeed"(%0, %u) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %0 : tensor<2xi32>
}

func.func @streams() -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = "interpreter.run_parallel"() {infeed = [@first, @second], programs = [[@in_and_out, @in_and_out]]} : () -> (tensor<2xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}

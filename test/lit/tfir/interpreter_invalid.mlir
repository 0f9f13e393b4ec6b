// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Programs that run in parallel: what they are given and give back are the operands and results of the op, row by row.

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @rows(%a: tensor<f32>) {
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one], [@one]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @feed() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}

func.func @infeeds(%a: tensor<f32>) {
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one, @one]], infeed = [@feed, @feed]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @no_programs(%a: tensor<f32>) {
  // expected-error @+1 {{`programs` attribute cannot be empty}}
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = []} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @uneven_rows(%a: tensor<f32>) {
  // expected-error @+1 {{Sizes of second dimension of `programs` should all match 1 but got 2}}
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one], [@one, @one]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @missing_program(%a: tensor<f32>) {
  // expected-error @+1 {{Function "two" not found}}
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one], [@two]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @inputs_missing(%a: tensor<f32>) {
  // expected-error @+1 {{Number of inputs (1) should match the sum of the number of inputs of all programs (2)}}
  %0:2 = "interpreter.run_parallel"(%a) {programs = [[@one], [@one]]} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @results_missing(%a: tensor<f32>) {
  // expected-error @+1 {{Number of results (1) should match the sum of the number of results of all programs (2)}}
  %0:1 = "interpreter.run_parallel"(%a, %a) {programs = [[@one], [@one]]} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @empty_infeed(%a: tensor<f32>) {
  // expected-error @+1 {{infeed attribute is optional or should not be empty}}
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one, @one]], infeed = []} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @missing_infeed(%a: tensor<f32>) {
  // expected-error @+1 {{Function "feed" not found}}
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one, @one]], infeed = [@feed]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @none() {
  return
}

func.func @infeed_of_none(%a: tensor<f32>) {
  // expected-error @+1 {{Function "none" should return 1 tensor but returns 0}}
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one, @one]], infeed = [@none]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @token(%t: tuple<tensor<f32>>) -> tuple<tensor<f32>> {
  return %t : tuple<tensor<f32>>
}

func.func @infeed_of_tuple(%a: tensor<f32>) {
  // expected-error @+1 {{Function "token" should return a tensor type, but instead returns}}
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@one, @one]], infeed = [@token]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

func.func @ten(%n: index, %x: f32, %t: tensor<4x?xf32>, %i: tensor<1x2x1xindex>, %sh: tensor<2xi32>, %u: tensor<*xf32>) -> (f32, index) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x4xf32>
  %1 = tensor.dim %t, %n : tensor<4x?xf32>
  %2 = tensor.empty(%n) : tensor<?x4xf32>
  %3 = tensor.extract %t[%n, %n] : tensor<4x?xf32>
  %4 = tensor.insert %x into %t[%n, %n] : tensor<4x?xf32>
  %5 = tensor.from_elements %x, %x, %3, %x : tensor<2x2xf32>
  %6 = tensor.extract_slice %t[0, %n] [2, 3] [1, 2] : tensor<4x?xf32> to tensor<2x3xf32>
  %7 = tensor.extract_slice %t[0, 0] [1, 3] [1, 1] : tensor<4x?xf32> to tensor<3xf32>
  %8 = tensor.insert_slice %6 into %t[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x?xf32>
  %9 = tensor.collapse_shape %6 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %10 = tensor.expand_shape %9 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %11 = tensor.generate %n {
  ^bb0(%a: index, %b: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32>
  %12 = tensor.pad %6 low[1, %n] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<3x?xf32>
  %13 = tensor.pad %6 nofold low[0, 0] high[0, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<2x3xf32>
  %14 = tensor.rank %u : tensor<*xf32>
  %15 = tensor.reshape %9(%sh) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %16 = tensor.splat %x : tensor<8xf32>
  %17 = tensor.splat %x[%n] : tensor<?xf32>
  %18 = tensor.bitcast %9 : tensor<6xf32> to tensor<6xi32>
  %19 = tensor.concat dim(0) %6, %10 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %20 = tensor.gather %6[%i] gather_dims([1]) : (tensor<2x3xf32>, tensor<1x2x1xindex>) -> tensor<1x2x2x1xf32>
  %21 = tensor.scatter %20 into %6[%i] scatter_dims([1]) unique : (tensor<1x2x2x1xf32>, tensor<2x3xf32>, tensor<1x2x1xindex>) -> tensor<2x3xf32>
  "use"(%0, %2, %4, %5, %7, %8, %11, %12, %13, %15, %16, %17, %18, %19, %21) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<4x?xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<4x?xf32>, tensor<4x?xf32>, tensor<3x?xf32>, tensor<2x3xf32>, tensor<?x?xf32>, tensor<8xf32>, tensor<?xf32>, tensor<6xi32>, tensor<4x3xf32>, tensor<2x3xf32>) -> ()
  %s = arith.addi %1, %14 : index
  return %3, %s : f32, index
}

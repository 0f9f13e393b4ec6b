// RUN: tf-opt --stablehlo-convert-to-signless --canonicalize %s | filecheck %s

// CHECK-LABEL: func.func @sum(%arg0: tensor<2xi8>) -> tensor<2xi8>
// CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %[[CONSTANT]] : tensor<2xi8>
// CHECK: return %[[SUM]]
func.func @sum(%x: tensor<2xui8>) -> tensor<2xi8> {
  %0 = stablehlo.constant dense<[1, 255]> : tensor<2xui8>
  %1 = stablehlo.add %x, %0 : tensor<2xui8>
  %2 = builtin.unrealized_conversion_cast %1 : tensor<2xui8> to tensor<2xi8>
  return %2 : tensor<2xi8>
}

// CHECK-LABEL: func.func @buffer(%arg0: memref<4xi16>) -> memref<4xi16>
// CHECK: return %arg0
func.func @buffer(%x: memref<4xui16>) -> memref<4xui16> {
  %0 = bufferization.to_tensor %x : memref<4xui16> to tensor<4xui16>
  %1 = bufferization.to_buffer %0 : tensor<4xui16> to memref<4xui16>
  return %1 : memref<4xui16>
}

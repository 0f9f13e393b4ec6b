// RUN: tf-opt %s --tf-to-stablehlo | tf-run - --device=interpreter --input=1xui64=12 --input=2xui64=18446744073709551615,3 --input=3xf32=1,2,3 --expected-output=3x5xi32=-761262438,-1020206984,-1063245404,887448380,-1483167776,1554885552,1166440604,1717773271,664703376,-1670579317,1568814590,218799091,-1580235539,587074220,208941261
// RUN: sed 's/tensor<3xf32>/tensor<?xf32>/g; s/tensor<3x5xi32>/tensor<?x5xi32>/g' %s | tf-opt - --infer-shapes --tf-to-stablehlo | tf-run - --device=interpreter --input=1xui64=12 --input=2xui64=18446744073709551615,3 --input=3xf32=1,2,3 --expected-output=3x5xi32=-761262438,-1020206984,-1063245404,887448380,-1483167776,1554885552,1166440604,1717773271,664703376,-1670579317,1568814590,218799091,-1580235539,587074220,208941261

/// The numbers are those of TensorFlow's function with jit_compile=True; of an unknown shape they are drawn when the call tells it.
func.func @main(%key: tensor<1xui64>, %counter: tensor<2xui64>, %x: tensor<3xf32>) -> tensor<3x5xi32> {
  %rows = "tf.Shape"(%x) : (tensor<3xf32>) -> tensor<1xi32>
  %five = "tf.Const"() {value = dense<5> : tensor<1xi32>} : () -> tensor<1xi32>
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %shape = "tf.ConcatV2"(%rows, %five, %axis) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %threefry = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.StatelessRandomUniformFullIntV2"(%shape, %key, %counter, %threefry) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

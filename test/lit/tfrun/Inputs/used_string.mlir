func.func @main(%names: tensor<2x!tf_type.string>) -> tensor<2x!tf_type.string> {
  return %names : tensor<2x!tf_type.string>
}

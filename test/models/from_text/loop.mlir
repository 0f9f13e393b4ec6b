// FLAGS: --outputs=y --variables-of-constants=^w$
// A frozen graph, whose weight a loop is given: x is multiplied by w three times. TensorFlow differentiates loops whose first values are a counter
// and the most turns that there may be, -1 where that is not known.
module {
  tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
    %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<?x2>} : () -> (tensor<*xf32>)
    %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<[0.5, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
    %i, %ctl_1 = Const name("first") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
    %most, %ctl_2 = Const name("most") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<*xi32>)
    %outs:4, %ctl_3 = While(%i, %most, %x, %w) name("loop") {T = [i32, i32, f32, f32], body = #tf_type.func<@turn, {}>, cond = #tf_type.func<@goes_on, {}>, output_shapes = [#tf_type.shape<>, #tf_type.shape<>, #tf_type.shape<?x2>, #tf_type.shape<2>], parallel_iterations = 10 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xf32>, tensor<*xf32>)
    %y, %ctl_4 = Identity(%outs#2) name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  }
  tfg.func @goes_on(%i: tensor<i32> {tfg.name = "i"}, %most: tensor<i32> {tfg.name = "most"}, %x: tensor<?x2xf32> {tfg.name = "x"}, %w: tensor<2xf32> {tfg.name = "w"}) -> (tensor<i1> {tfg.name = "less"}) {
    %n, %ctl = Const name("n") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
    %less, %ctl_0 = Less(%i, %n) name("less") {T = i32} : (tensor<i32>, tensor<*xi32>) -> (tensor<i1>)
    return(%less) : tensor<i1>
  }
  tfg.func @turn(%i: tensor<i32> {tfg.name = "i"}, %most: tensor<i32> {tfg.name = "most"}, %x: tensor<?x2xf32> {tfg.name = "x"}, %w: tensor<2xf32> {tfg.name = "w"}) -> (tensor<i32> {tfg.name = "next"}, tensor<i32> {tfg.name = "same_most"}, tensor<?x2xf32> {tfg.name = "product"}, tensor<2xf32> {tfg.name = "same"}) {
    %one, %ctl = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
    %next, %ctl_0 = AddV2(%i, %one) name("next") {T = i32} : (tensor<i32>, tensor<*xi32>) -> (tensor<i32>)
    %product, %ctl_1 = Mul(%x, %w) name("product") {T = f32} : (tensor<?x2xf32>, tensor<2xf32>) -> (tensor<?x2xf32>)
    return(%next, %most, %product, %w) : tensor<i32>, tensor<i32>, tensor<?x2xf32>, tensor<2xf32>
  }
}

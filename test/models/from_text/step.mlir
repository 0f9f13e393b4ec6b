// FLAGS: --outputs=loss,^step --init=init
// The loss is the sum of (v * x - 3) ** 2, and a step takes 0.2 of x * (v * x - 3), half its gradient, from v, which is [1, 2] at first.
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %ctl_0 = VariableV2 name("v") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %c, %ctl_1 = Const name("v/first") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %a, %ctl_2 = Assign(%v, %c) name("v/Assign") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_3 = NoOp [%ctl_2] name("init")
  %three, %ctl_4 = Const name("three") {dtype = f32, value = dense<3.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %rate, %ctl_5 = Const name("rate") {dtype = f32, value = dense<0.2> : tensor<f32>} : () -> (tensor<*xf32>)
  %p, %ctl_6 = Mul(%v, %x) name("product") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_7 = Sub(%p, %three) name("apart") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_8 = Square(%d) name("squares") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %axis, %ctl_9 = Const name("axis") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %loss, %ctl_10 = Sum(%s, %axis) name("loss") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %g, %ctl_11 = Mul(%d, %x) name("gradient") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %u, %ctl_12 = ApplyGradientDescent(%v, %rate, %g) [%ctl_10] name("step") {T = f32, use_locking = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

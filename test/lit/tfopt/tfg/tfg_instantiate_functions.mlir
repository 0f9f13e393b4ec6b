// RUN: tf-opt %s --tfg-instantiate-functions | filecheck %s
// RUN: tf-opt %s --tfg-instantiate-functions --tfg-lift-graph-to-func=fetches=y,z | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s --check-prefix=VALUES

/// Calls that say the same share a function; what a call leaves out is the function's default; calls inside are settled too.
// CHECK: %Twice_f32_3, %ctl_0 = Twice_f32_3(%Placeholder) name("y") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: PartitionedCall(%Placeholder) name("z") {Tin = [f32], Tout = [f32], f = #tf_type.func<@Twice_f32_4, {}>}
// CHECK-NEXT: %Twice_f32_3_2, %ctl_3 = Twice_f32_3(%Placeholder) name("same") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: }
// CHECK: tfg.func @Twice_f32_3(%x: tensor<*xf32> {tf._user = "u", tfg.description = "desc", tfg.name = "x"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "y"})
// CHECK-NEXT: attributes {description = "d", tf._noinline = true} {
// CHECK-NEXT: %Const, %ctl = Const name("two") {dtype = i64, value = dense<2> : tensor<i64>} : () -> (tensor<*xi64>)
// CHECK-NEXT: %Cast, %ctl_0 = Cast(%Const) [%x.ctl] name("scale") {DstT = f32, SrcT = i64, _n = 3 : i64} : (tensor<*xi64>) -> (tensor<*xf32>)
// CHECK-NEXT: %Mul, %ctl_1 = Mul(%x, %Cast) name("y") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Mul) [%ctl_0 {tfg.name = "ctl"}] : tensor<*xf32>
// CHECK: tfg.func @Twice_f32_4(
// CHECK: _n = 4 : i64
// CHECK-NOT: generic

// VALUES: 2xf32=2 4
// VALUES: 2xf32=2 4

tfg.graph #tf_type.version<producer = 762, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %y, %c1 = Twice(%x) name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %z, %c2 = PartitionedCall(%x) name("z") {Tin = [f32], Tout = [f32], f = #tf_type.func<@Twice, {T = f32, n = 4 : i64}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %c3 = Twice(%x) name("same") {T = f32, n = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func generic @Twice(%x: !tf_type.tensor {tfg.arg_attrs = {_user = "u"}, tfg.description = "desc", tfg.name = "x", tfg.type_attr = "T"})
     -> (!tf_type.tensor {tfg.name = "y", tfg.type_attr = "T"}, !tf_type.control {tfg.name = "ctl"})
 attributes {control_output = ["ctl"], description = "d", tf._noinline = true, tfg.func_attrs = {T = {allowed_values = [f32, i32], function_type = "type"}, n = {default_value = 3 : i64, function_type = "int", minimum = 2 : i32}}} {
  %Const, %ctl = Const name("two") {dtype = i64, value = dense<2> : tensor<i64>} : () -> (!tf_type.tensor)
  %0 = get_result(%Const) "output" : 0
  %Cast, %ctl_0 = Cast(%0) [%x.ctl] name("scale") {DstT = #tf_type.placeholder<"T">, SrcT = i64, _n = #tf_type.placeholder<"n">} : (!tf_type.tensor) -> (!tf_type.tensor)
  %1 = get_result(%Cast) "y" : 0
  %Mul, %ctl_1 = Mul(%x, %1) name("y") {T = #tf_type.placeholder<"T">} : (!tf_type.tensor, !tf_type.tensor) -> (!tf_type.tensor)
  %2 = get_result(%Mul) "z" : 0
  return(%2) [%ctl_0] : !tf_type.tensor
}

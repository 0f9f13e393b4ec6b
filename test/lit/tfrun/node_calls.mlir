/// Nodes call functions by their own name, count turns, and hold branches and loops as regions: all of it runs as it stands.
// RUN: tf-run %s --device=interpreter --input=x=2xf32=1,2 --input=n=i32=3 | filecheck %s
// RUN: tf-opt %s --tfg-functional-to-region | tf-run - --device=interpreter --input=x=2xf32=1,2 --input=n=i32=3 | filecheck %s

/// 1 2, with the turns 0, 1, 2 added: 4 5; doubled, as 3 is not less than 2; then doubled again until a turn is left.
// CHECK: 2xf32=16 20

tfg.func @main(%x: tensor<2xf32> {tfg.name = "x"}, %n: tensor<i32> {tfg.name = "n"}) -> (tensor<2xf32> {tfg.name = "y"})
    attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 0>} {
  %zero, %c0 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %one, %c1 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %two, %c2 = Const name("two") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<i32>)
  %sum, %c3 = For(%zero, %n, %one, %x) name("sum") {T = [f32], body = #tf_type.func<@turn, {}>} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xf32>) -> (tensor<2xf32>)
  %less, %c4 = Less(%n, %two) name("less") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
  %if, %c5 = StatefulIf(%less, %sum) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], output_shapes = [], then_branch = #tf_type.func<@same, {}>, else_branch = #tf_type.func<@double, {}>} : (tensor<i1>, tensor<2xf32>) -> (tensor<2xf32>)
  %loop:2, %c6 = While(%one, %if) name("loop") {T = [i32, f32], output_shapes = [], parallel_iterations = 10 : i64, cond = #tf_type.func<@more, {}>, body = #tf_type.func<@again, {}>} : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
  return(%loop#1) : tensor<2xf32>
}
tfg.func @turn(%i: tensor<i32> {tfg.name = "i"}, %x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<2xf32> {tfg.name = "y"}) {
  %f, %c0 = Cast(%i) name("f") {SrcT = i32, DstT = f32, Truncate = false} : (tensor<i32>) -> (tensor<f32>)
  %y, %c1 = AddV2(%x, %f) name("y") {T = f32} : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  return(%y) : tensor<2xf32>
}
tfg.func @same(%x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<2xf32> {tfg.name = "y"}) {
  return(%x) : tensor<2xf32>
}
tfg.func @double(%x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<2xf32> {tfg.name = "y"}) {
  %y, %c = AddV2(%x, %x) [%x.ctl] name("y") {T = f32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return(%y) : tensor<2xf32>
}
tfg.func @more(%i: tensor<i32> {tfg.name = "i"}, %x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<i1> {tfg.name = "y"}) {
  %zero, %c0 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %y, %c1 = Greater(%i, %zero) name("y") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
  return(%y) : tensor<i1>
}
tfg.func @again(%i: tensor<i32> {tfg.name = "i"}, %x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<i32> {tfg.name = "j"}, tensor<2xf32> {tfg.name = "y"}) {
  %one, %c0 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %j, %c1 = Sub(%i, %one) name("j") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %y, %c2 = double(%x) name("y") : (tensor<2xf32>) -> (tensor<2xf32>)
  return(%j, %y) : tensor<i32>, tensor<2xf32>
}

// RUN: tf-opt %s --tfg-drop-unneeded-results | filecheck %s

// What is fetched is the counter of a loop, and one result of a conditional. What the other value of the loop begins with is not
// computed then. A node that TensorFlow runs as a whole stays as it is, and so does what a called function runs.

// CHECK-LABEL: tfg.func @main(
// CHECK-NOT: DecodeCompressed
// CHECK: %[[LOOP:.*]], %{{.*}} = StatelessWhile(%n) name("loop") {T = [i32], _lower_using_switch_merge = true, body = #tf_type.func<@[[BODY:.*]], {}>, cond = #tf_type.func<@[[CONDITION:.*]], {}>
// CHECK: %[[BRANCH:.*]], %{{.*}} = StatelessIf(%{{.*}}, %[[LOOP]]) name("branch") {Tcond = i1, Tin = [i32], Tout = [i32]
// CHECK: StatelessWhile(%n, %[[BRANCH]]) name("whole") {T = [i32, i32], _lower_using_switch_merge = false, body = #tf_type.func<@body, {}>
// CHECK: tfg.func @[[CONDITION]](%i: tensor<i32> {tfg.name = "i"})
// CHECK: tfg.func @[[BODY]](%i: tensor<i32> {tfg.name = "i"})
// CHECK: tfg.func @body(%i: {{.*}}
// CHECK-NEXT: %v:
// CHECK-LABEL: tfg.func @called(
// CHECK: StatelessWhile(%n, %n) name("inner") {T = [i32, i32], _lower_using_switch_merge = true

module {
  tfg.func @main(%n: tensor<i32> {tfg.name = "n"}) -> (tensor<i32> {tfg.name = "out"}) {
    %text, %ctl = Const name("text") {dtype = !tf_type.string, value = dense<"ab"> : tensor<!tf_type.string>} : () -> (tensor<!tf_type.string>)
    %bytes, %ctl_0 = DecodeCompressed(%text) name("bytes") {compression_type = "ZLIB"} : (tensor<!tf_type.string>) -> (tensor<!tf_type.string>)
    %size, %ctl_1 = StringLength(%bytes) name("size") {unit = "BYTE"} : (tensor<!tf_type.string>) -> (tensor<i32>)
    %loop:2, %ctl_2 = StatelessWhile(%n, %size) name("loop") {T = [i32, i32], _lower_using_switch_merge = true, body = #tf_type.func<@body, {}>, cond = #tf_type.func<@condition, {}>, output_shapes = [#tf_type.shape<>, #tf_type.shape<>], parallel_iterations = 10 : i64} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %zero, %ctl_3 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
    %is_more, %ctl_4 = Greater(%n, %zero) name("is_more") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    %branch:2, %ctl_5 = StatelessIf(%is_more, %loop#0, %size) name("branch") {Tcond = i1, Tin = [i32, i32], Tout = [i32, i32], _lower_using_switch_merge = true, else_branch = #tf_type.func<@swapped, {}>, output_shapes = [#tf_type.shape<>, #tf_type.shape<>], then_branch = #tf_type.func<@doubled, {}>} : (tensor<i1>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %whole:2, %ctl_6 = StatelessWhile(%n, %branch#0) name("whole") {T = [i32, i32], _lower_using_switch_merge = false, body = #tf_type.func<@body, {}>, cond = #tf_type.func<@condition, {}>, output_shapes = [#tf_type.shape<>, #tf_type.shape<>], parallel_iterations = 10 : i64} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %call, %ctl_7 = PartitionedCall(%branch#0) name("call") {Tin = [i32], Tout = [i32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@called, {}>} : (tensor<i32>) -> (tensor<i32>)
    %sum, %ctl_8 = AddV2(%whole#0, %call) name("sum") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    return(%sum) : tensor<i32>
  }
  tfg.func @condition(%i: tensor<i32> {tfg.name = "i"}, %v: tensor<i32> {tfg.name = "v"}) -> (tensor<i1> {tfg.name = "less"}) {
    %limit, %ctl = Const name("limit") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<i32>)
    %less, %ctl_0 = Less(%i, %limit) name("less") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    return(%less) : tensor<i1>
  }
  tfg.func @body(%i: tensor<i32> {tfg.name = "i"}, %v: tensor<i32> {tfg.name = "v"}) -> (tensor<i32> {tfg.name = "next"}, tensor<i32> {tfg.name = "twice"}) {
    %one, %ctl = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
    %next, %ctl_0 = AddV2(%i, %one) name("next") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    %twice, %ctl_1 = AddV2(%v, %v) name("twice") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    return(%next, %twice) : tensor<i32>, tensor<i32>
  }
  tfg.func @doubled(%a: tensor<i32> {tfg.name = "a"}, %b: tensor<i32> {tfg.name = "b"}) -> (tensor<i32> {tfg.name = "twice"}, tensor<i32> {tfg.name = "other"}) {
    %twice, %ctl = AddV2(%a, %a) name("twice") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    return(%twice, %b) : tensor<i32>, tensor<i32>
  }
  tfg.func @swapped(%a: tensor<i32> {tfg.name = "a"}, %b: tensor<i32> {tfg.name = "b"}) -> (tensor<i32> {tfg.name = "same"}, tensor<i32> {tfg.name = "other"}) {
    return(%a, %b) : tensor<i32>, tensor<i32>
  }
  tfg.func @called(%n: tensor<i32> {tfg.name = "n"}) -> (tensor<i32> {tfg.name = "inner"}) {
    %inner:2, %ctl = StatelessWhile(%n, %n) name("inner") {T = [i32, i32], _lower_using_switch_merge = true, body = #tf_type.func<@body, {}>, cond = #tf_type.func<@condition, {}>, output_shapes = [#tf_type.shape<>, #tf_type.shape<>], parallel_iterations = 10 : i64} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    return(%inner#0) : tensor<i32>
  }
}

// RUN: tf-run %s --device=interpreter --fetch=counter --input=n=i32=2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func=fetches=counter --pipeline=stablehlo | tf-run - --device=interpreter --input=n=i32=2 | filecheck %s
// RUN: not tf-run %s --device=interpreter --fetch=doubled --input=n=i32=2 2>&1 | filecheck %s --check-prefix=ERROR

// TensorFlow's session computes of a loop what is fetched: the counter alone, which goes on to 4. That "ab" is no compressed text is an error only
// of what the other value of the loop begins with; that DecodeCompressed has no lowering to StableHLO is none either.

// CHECK: counter=i32=4
// ERROR: error: {{.*}}DecodeCompressed

module {
  tfg.graph #tf_type.version<producer = 2474, min_consumer = 12> {
    %n, %ctl_n = Placeholder name("n") {dtype = i32, shape = #tf_type.shape<>} : () -> (tensor<i32>)
    %text, %ctl = Const name("text") {dtype = !tf_type.string, value = dense<"ab"> : tensor<!tf_type.string>} : () -> (tensor<!tf_type.string>)
    %bytes, %ctl_0 = DecodeCompressed(%text) name("bytes") {compression_type = "ZLIB"} : (tensor<!tf_type.string>) -> (tensor<!tf_type.string>)
    %size, %ctl_1 = StringLength(%bytes) name("size") {unit = "BYTE"} : (tensor<!tf_type.string>) -> (tensor<i32>)
    %loop:2, %ctl_2 = StatelessWhile(%n, %size) name("loop") {T = [i32, i32], _lower_using_switch_merge = true, body = #tf_type.func<@body, {}>, cond = #tf_type.func<@condition, {}>, output_shapes = [#tf_type.shape<>, #tf_type.shape<>], parallel_iterations = 10 : i64} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %counter, %ctl_3 = Identity(%loop#0) name("counter") {T = i32} : (tensor<i32>) -> (tensor<i32>)
    %doubled, %ctl_4 = Identity(%loop#1) name("doubled") {T = i32} : (tensor<i32>) -> (tensor<i32>)
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
}

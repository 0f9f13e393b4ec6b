/// A function that runs itself, by its name and by a call, behind a Switch of its own and with a draw in it: 5! by 1s.
// RUN: tf-run %s --fetch=o --input=n=i32=5 | filecheck %s
// RUN: sed -e "s/= Fac(%d) name(.g.)/= StatefulPartitionedCall(%d) name(\"g\") {Tin = [i32], Tout = [i32], f = #tf_type.func<@Fac, {}>, config = \"\", config_proto = \"\", executor_type = \"\"}/" %s | tf-run - --fetch=o --input=n=i32=5 | filecheck %s
// CHECK: o=i32=120
module {
  tfg.graph #tf_type.version<producer = 2474, min_consumer = 12> {
    %n, %ctl = Placeholder name("n") {dtype = i32, shape = #tf_type.shape<>} : () -> (tensor<*xi32>)
    %f, %ctl_0 = Fac(%n) name("f") : (tensor<*xi32>) -> (tensor<*xi32>)
    %o, %ctl_1 = Identity(%f) name("o") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  }
  tfg.func @Fac(%n: tensor<*xi32> {tfg.name = "n"}) -> (tensor<*xi32> {tfg.name = "r"}) attributes {is_stateful} {
    %one, %c0 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
    %le, %c1 = LessEqual(%n, %one) name("le") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
    %s:2, %c2 = Switch(%n, %le) name("s") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
    %k, %c3 = Const [%c4] name("k") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
    %i, %c4 = Identity(%s#0) name("i") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
    %d, %c5 = Sub(%i, %k) name("d") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
    %g, %c6 = Fac(%d) name("g") : (tensor<*xi32>) -> (tensor<*xi32>)
    %sh, %csh = Const name("sh") {dtype = i32, value = dense<> : tensor<0xi32>} : () -> (tensor<*xi32>)
    %hi, %chi = Const name("hi") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
    %hj, %chj = Const name("hj") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
    %ru, %cru = RandomUniformInt(%sh, %hi, %hj) name("ru") {T = i32, Tout = i32, seed = 1 : i64, seed2 = 2 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
    %q, %cq = Mul(%i, %g) name("q") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
    %p, %c7 = Mul(%q, %ru) name("p") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
    %m:2, %c8 = Merge(%p, %s#1) name("m") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
    return(%m#0) : tensor<*xi32>
  }
}

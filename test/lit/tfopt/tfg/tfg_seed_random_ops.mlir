// RUN: tf-opt %s --tfg-seed-random-ops=seed=7 | filecheck %s
// RUN: tf-opt %s --tfg-seed-random-ops=seed=7 | tf-run - --device=interpreter --fetch=dropped --input=keep=f32=1.0 | filecheck %s --check-prefix=KEPT
// RUN: not tf-run %s --device=interpreter --fetch=dropped --input=keep=f32=1.0 2>&1 | filecheck %s --check-prefix=REFUSED

/// A graph as dropout was built by TensorFlow 1: with a probability to keep of 1 it keeps all, whatever is drawn. Seeds that are set stay,
/// and those of a node that leaves them to the declaration of its op are there afterwards. The second is the place of the node.
// CHECK: RandomUniform({{.*}}) name("drawn") {{{.*}}seed = 7 : i64, seed2 = 4 : i64
// CHECK: RandomUniform({{.*}}) name("seeded") {{{.*}}seed = 0 : i64, seed2 = 5 : i64
// CHECK: TruncatedNormal({{.*}}) name("bare") {{{.*}}seed = 7 : i64, seed2 = 10 : i64
// CHECK: RandomShuffle({{.*}}) name("in_a_function") {{{.*}}seed = 7 : i64, seed2 = 11 : i64
// KEPT: dropped=3xf32=1.5 -2 4
// REFUSED: 'tfg.RandomUniform' op gives other numbers each time: neither of its seeds is set; tf-opt --tfg-seed-random-ops=seed=N sets those of a graph
tfg.graph #tf_type.version<producer = 27, min_consumer = 0> {
  %x, %c0 = Const name("x") {dtype = f32, value = dense<[1.5, -2.0, 4.0]> : tensor<3xf32>} : () -> (tensor<*xf32>)
  %keep, %c1 = Placeholder name("keep") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %size, %c2 = Const name("size") {dtype = i32, value = dense<3> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %drawn, %c3 = RandomUniform(%size) name("drawn") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %seeded, %c4 = RandomUniform(%size) name("seeded") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 5 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %sum, %c5 = AddV2(%keep, %drawn) name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %mask, %c6 = Floor(%sum) name("mask") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %scaled, %c7 = RealDiv(%x, %keep) name("scaled") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %dropped, %c8 = Mul(%scaled, %mask) name("dropped") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %bare, %c9 = TruncatedNormal(%size) name("bare") {T = i32, dtype = f32} : (tensor<*xi32>) -> (tensor<*xf32>)
}
tfg.func @shuffled(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "b"}) {
  %b, %c0 = RandomShuffle(%a) name("in_a_function") {T = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%b) : tensor<*xf32>
}

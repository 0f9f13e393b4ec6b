/// A Merge may join at once what switches within switches have parted: it is one If for each of them, and tells its input's number.
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor | tf-run - --device=interpreter --input=x=f32=5 --input=p=i1=0 --input=q=i1=0 | filecheck %s --check-prefix=LAST
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=x=f32=5 --input=p=i1=0 --input=q=i1=0 | filecheck %s --check-prefix=LAST
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=x=f32=5 --input=p=i1=0 --input=q=i1=1 | filecheck %s --check-prefix=MIDDLE
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=x=f32=5 --input=p=i1=1 --input=q=i1=0 | filecheck %s --check-prefix=FIRST
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf | filecheck %s

// CHECK-COUNT-2: "tf.If"
// FIRST: i32=0
// FIRST: f32=5
// MIDDLE: i32=1
// MIDDLE: f32=-5
// LAST: i32=2
// LAST: f32=25

tfg.graph #tf_type.version<producer = 1000, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %p, %c1 = Placeholder name("p") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %q, %c2 = Placeholder name("q") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %s:2, %c3 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %c4 = Switch(%s#0, %q) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %c5 = Neg(%t#1) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %c6 = Mul(%t#0, %t#0) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %y:2, %c7 = Merge(%s#1, %n, %m) name("y") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %z, %c8 = Identity(%y#1) name("which") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %w, %c9 = Identity(%y#0) name("value") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

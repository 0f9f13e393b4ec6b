/// A loop of the first kind, which writes to an array of tensors, gives the same at every stage: x times 0, 1 and 2.
// RUN: tf-opt %s --tfg-lift-graph-to-func | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --pipeline=interpreter | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// CHECK: y=3x2xf32=[0 0][1 2][2 4]

tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %zero, %c1 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %three, %c2 = Const name("three") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %one, %c3 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %ta:2, %c4 = TensorArrayV3(%three) name("ta") {dtype = f32, element_shape = #tf_type.shape<2>, dynamic_size = false, clear_after_read = true, identical_element_shapes = true, tensor_array_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %ei, %c5 = Enter(%zero) name("w/i") {T = i32, frame_name = "w", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %ef, %c6 = Enter(%ta#1) name("w/f") {T = f32, frame_name = "w", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %eh, %c7 = Enter(%ta#0) name("w/h") {T = !tf_type.resource, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*x!tf_type.resource>) -> (tensor<*x!tf_type.resource>)
  %en, %c8 = Enter(%three) name("w/n") {T = i32, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %ek, %c9 = Enter(%one) name("w/k") {T = i32, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %ex, %c10 = Enter(%x) name("w/x") {T = f32, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %mi:2, %c11 = Merge(%ei, %ni) name("w/Merge") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %mf:2, %c12 = Merge(%ef, %nf) name("w/Merge_1") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %less, %c13 = Less(%mi#0, %en) name("w/Less") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %lc, %c14 = LoopCond(%less) name("w/LoopCond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %si:2, %c15 = Switch(%mi#0, %lc) name("w/Switch") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %sf:2, %c16 = Switch(%mf#0, %lc) name("w/Switch_1") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %f, %c17 = Cast(%si#1) name("w/Cast") {SrcT = i32, DstT = f32, Truncate = false} : (tensor<*xi32>) -> (tensor<*xf32>)
  %times, %c18 = Mul(%ex, %f) name("w/Mul") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %wr, %c19 = TensorArrayWriteV3(%eh, %si#1, %times, %sf#1) name("w/Write") {T = f32} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %add, %c20 = AddV2(%si#1, %ek) name("w/Add") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %ni, %c21 = NextIteration(%add) name("w/NextIteration") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %nf, %c22 = NextIteration(%wr) name("w/NextIteration_1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %out, %c23 = Exit(%sf#0) name("w/Exit") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %range, %c24 = Range(%zero, %three, %one) name("range") {Tidx = i32} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %y, %c25 = TensorArrayGatherV3(%ta#0, %range, %out) name("y") {dtype = f32, element_shape = #tf_type.shape<2>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
}

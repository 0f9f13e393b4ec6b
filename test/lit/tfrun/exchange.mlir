/// What is sent is received, by name and devices, also where the receiver stands in front; what nobody receives is not missed.
// RUN: tf-opt %s --tfg-lift-graph-to-func=fetches=y | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func=fetches=y --tfg-to-executor | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func=fetches=y --tfg-to-executor --executor-to-tf | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s

// CHECK: 2xf32=-2 -4

tfg.graph #tf_type.version<producer = 1000, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %r, %c1 = _Recv name("r") {client_terminated = false, recv_device = "/gpu:0", send_device = "/cpu:0", send_device_incarnation = 1 : i64, tensor_name = "t", tensor_type = f32} : () -> (tensor<*xf32>)
  %y, %c2 = AddV2(%r, %r) name("y") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n, %c3 = Neg(%x) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c4 = _Send(%n) name("s") {T = f32, client_terminated = false, recv_device = "/gpu:0", send_device = "/cpu:0", send_device_incarnation = 1 : i64, tensor_name = "t"} : tensor<*xf32>
  %c5 = _Send(%x) name("other") {T = f32, client_terminated = false, recv_device = "/gpu:0", send_device = "/cpu:0", send_device_incarnation = 1 : i64, tensor_name = "u"} : tensor<*xf32>
}

/// What was not sent never comes.
// RUN: sed 's/name("s").*"t"/name("s") {T = f32, tensor_name = "other"/' %s | tf-opt - --tfg-lift-graph-to-func=fetches=y | not tf-run - --device=interpreter --input=x=2xf32=1,2 2>&1 | filecheck %s --check-prefix=NEVER
// NEVER: 'tfg._Recv' op waits for the tensor 't', which was not sent

// RUN: tf-opt %s --split-input-file --grappler-pruning='fetches=out' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler='fetches=out fp=strict optimizers=pruning' | filecheck %s

/// The Identity was all that a device read of the loop's variables. Without it TensorFlow would run that device's part of the loop
/// once, and the addition would wait for a second size for ever.
// CHECK-LABEL: tfg.graph
// CHECK: %[[M:.*]]:2, %[[MERGE:.*]] = Merge(
// CHECK: Size(%{{.*}}) [%[[MERGE]]] device("/device:CPU:1") name("size")
// CHECK-NOT: name("identity")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %p, %cp = Placeholder device("/device:CPU:0") name("p") {dtype = i32, shape = #tf_type.shape<2>} : () -> (tensor<*xi32>)
  %c, %cc = Const device("/device:CPU:0") name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %e, %ce = Enter(%c) name("enter") {T = i32, frame_name = "loop", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %i, %ci = Enter(%p) name("constant") {T = i32, frame_name = "loop", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %m:2, %cm = Merge(%e, %n) name("merge") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %t, %ct = Const [%cm] device("/device:CPU:0") name("ten") {dtype = i32, value = dense<10> : tensor<i32>} : () -> (tensor<*xi32>)
  %l, %cl = Less(%m#0, %t) device("/device:CPU:0") name("less") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %q, %cq = LoopCond(%l) name("condition") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %cs = Switch(%m#0, %q) name("switch") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %z, %cz = Size(%i) device("/device:CPU:1") name("size") {T = i32, out_type = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %a, %ca = AddV2(%s#1, %z) device("/device:CPU:0") name("add") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %d, %cd = Identity(%a) device("/device:CPU:1") name("identity") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %n, %cn = NextIteration(%d) name("next") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %x, %cx = Exit(%s#0) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// Here another node of the device reads a loop variable.
// CHECK-LABEL: tfg.graph
// CHECK: Size(%{{[A-Za-z0-9_]*}}) device("/device:CPU:1") name("size")
// CHECK-NOT: name("identity")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %p, %cp = Placeholder device("/device:CPU:0") name("p") {dtype = i32, shape = #tf_type.shape<2>} : () -> (tensor<*xi32>)
  %c, %cc = Const device("/device:CPU:0") name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %e, %ce = Enter(%c) name("enter") {T = i32, frame_name = "loop", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %i, %ci = Enter(%p) name("constant") {T = i32, frame_name = "loop", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %m:2, %cm = Merge(%e, %n) name("merge") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %t, %ct = Const [%cm] device("/device:CPU:0") name("ten") {dtype = i32, value = dense<10> : tensor<i32>} : () -> (tensor<*xi32>)
  %l, %cl = Less(%m#0, %t) device("/device:CPU:0") name("less") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %q, %cq = LoopCond(%l) name("condition") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %cs = Switch(%m#0, %q) name("switch") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %z, %cz = Size(%i) device("/device:CPU:1") name("size") {T = i32, out_type = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %w, %cw = Mul(%z, %s#1) device("/device:CPU:1") name("mul") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %a, %ca = AddV2(%s#1, %w) device("/device:CPU:0") name("add") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %d, %cd = Identity(%a) device("/device:CPU:1") name("identity") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %n, %cn = NextIteration(%d) name("next") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %x, %cx = Exit(%s#0) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// On one device a loop is never cut.
// CHECK-LABEL: tfg.graph
// CHECK: Size(%{{[A-Za-z0-9_]*}}) device("/device:CPU:0") name("size")
// CHECK-NOT: name("identity")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %p, %cp = Placeholder device("/device:CPU:0") name("p") {dtype = i32, shape = #tf_type.shape<2>} : () -> (tensor<*xi32>)
  %c, %cc = Const device("/device:CPU:0") name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %e, %ce = Enter(%c) name("enter") {T = i32, frame_name = "loop", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %i, %ci = Enter(%p) name("constant") {T = i32, frame_name = "loop", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %m:2, %cm = Merge(%e, %n) name("merge") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %t, %ct = Const [%cm] device("/device:CPU:0") name("ten") {dtype = i32, value = dense<10> : tensor<i32>} : () -> (tensor<*xi32>)
  %l, %cl = Less(%m#0, %t) device("/device:CPU:0") name("less") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %q, %cq = LoopCond(%l) name("condition") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %cs = Switch(%m#0, %q) name("switch") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %z, %cz = Size(%i) device("/device:CPU:0") name("size") {T = i32, out_type = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %a, %ca = AddV2(%s#1, %z) device("/device:CPU:0") name("add") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %d, %cd = Identity(%a) device("/device:CPU:0") name("identity") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %n, %cn = NextIteration(%d) name("next") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %x, %cx = Exit(%s#0) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

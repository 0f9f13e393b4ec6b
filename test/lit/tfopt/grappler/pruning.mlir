// RUN: tf-opt %s --split-input-file --grappler-pruning='fetches=out' | filecheck %s

/// Drops what the fetch does not need; keeps what it waits for.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: name("unused")
// CHECK: name("effect")
// CHECK: Neg(%{{.*}}) [%{{.*}}] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %u, %ctl_0 = Abs(%x) name("unused") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_1 = Assert name("effect") {T = []}
  %n, %ctl_2 = Neg(%x) [%ctl_1] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An Identity goes where its readers can read what it reads.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: name("i")
// CHECK: Neg(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_0 = Identity(%x) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_1 = Neg(%i) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An Identity that reads a variable stays: it is where the variable is read.
// CHECK-LABEL: tfg.graph
// CHECK: Identity({{.*}}) name("i")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %v, %ctl = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<*xf32>)
  %i, %ctl_0 = Identity(%v) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_1 = Neg(%i) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A fetched Identity stays.
// CHECK-LABEL: tfg.graph
// CHECK: Identity({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_0 = Identity(%x) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A node that hands on several values goes as well.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: IdentityN
// CHECK: Neg(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i:2, %ctl_0 = IdentityN(%x, %x) name("i") {T = [f32, f32]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %ctl_1 = Neg(%i#1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Where nothing waits for what goes, nothing is made to be waited for in its place: that would be an Identity of the side.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch
// CHECK-NOT: Identity
// CHECK: Neg(%[[S]]#1) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %i, %ctl_2 = Identity(%s#1) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_3 = Neg(%i) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Where something waits for it, it says that the side is taken.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[I:.*]] = Identity(%{{.*}}#1) name("i")
// CHECK: Const [%[[I]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %i, %ctl_2 = Identity(%s#1) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_3 = Const [%ctl_2] name("out") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
}

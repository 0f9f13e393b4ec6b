// RUN: tf-opt %s --grappler='fetches=out optimizers=pruning,common_subgraph_elimination,dependency print-report=text' 2>%t.report | filecheck %s
// RUN: filecheck %s --check-prefix=REPORT --input-file %t.report
// RUN: tf-opt %s --grappler='fetches=out config=%S/Inputs/only_merging.pbtxt' | filecheck %s --check-prefix=MERGED
// RUN: tf-opt %s --grappler='fetches=out optimizers=pruning min-nodes=100' | filecheck %s --check-prefix=SMALL
// RUN: not tf-opt %s --grappler='optimizers=prunning' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not tf-opt %s --grappler='fetches=ot' 2>&1 | filecheck %s --check-prefix=FETCH
// RUN: not tf-opt %s --grappler='assume-device=f@st' 2>&1 | filecheck %s --check-prefix=NO_DEVICE
// RUN: not tf-opt %s --grappler='config=%S/Inputs/none.pbtxt' 2>&1 | filecheck %s --check-prefix=NO_CONFIG
// RUN: not tf-opt %s --grappler='config=%S/Inputs/no_such_toggle.pbtxt' 2>&1 | filecheck %s --check-prefix=NO_TOGGLE
// RUN: not tf-opt %s --grappler='config=%S/Inputs/no_such_number.pbtxt' 2>&1 | filecheck %s --check-prefix=NO_NUMBER
// RUN: not tf-opt %s --grappler=iterations=-1 2>&1 | filecheck %s --check-prefix=ITERATIONS

/// What is called by nobody goes, with what nobody needs; the graph stays a graph.
// CHECK: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Abs
// CHECK-NOT: = Abs
// CHECK: AddV2(%[[A]], %[[A]]) name("out")
// CHECK-NOT: tfg.func
/// Nodes and edges before and after, by optimizer and iteration. Who has seen the graph as it is, is not asked again.
// REPORT: graph
// REPORT: 1 pruning 4 -1 4 -1 1
// REPORT: 1 common_subgraph_elimination 3 -1 3 -1 1
// REPORT: 1 dependency 3 = 3 = 0
// REPORT: 2 pruning 3 = 3 = 0
// REPORT-NOT: 2 common_subgraph_elimination
// REPORT: in all 3 -40.0% 3 -40.0%

/// A RewriterConfig can name optimizers.
// MERGED: name("unused")
// MERGED-NOT: name("b")

// SMALL: name("unused")

// UNKNOWN: error: there is no optimizer 'prunning'; did you mean 'pruning'?
// NO_DEVICE: error: assume-device is the name of a device, as /device:CPU:0 is, not 'f@st'
// NO_CONFIG: error: cannot read '{{.*}}none.pbtxt': No such file or directory
// NO_TOGGLE: error: a RewriterConfig has no Toggle 77
// NO_NUMBER: error: cannot read '{{.*}}no_such_number.pbtxt' as a RewriterConfig: Value out of range: 4000000000
// ITERATIONS: iterations are a number, or 0 for as many as it takes, not -1
// FETCH: error: there is no node 'ot' to be a fetch; did you mean 'out'?
module {
  tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
    %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
    %a, %ctl_0 = Abs(%x) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
    %b, %ctl_1 = Abs(%x) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
    %u, %ctl_2 = Neg(%x) name("unused") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
    %o, %ctl_3 = AddV2(%a, %b) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  }
  tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
    %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
    return(%n) : tensor<*xf32>
  }
}

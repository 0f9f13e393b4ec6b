// RUN: tf-opt %s --tfg-toposort --split-input-file --verify-diagnostics | filecheck %s

/// Each node comes behind what it reads and waits for; a loop is cut behind NextIteration; order is kept where it may be.
// CHECK: Const name("i")
// CHECK-NEXT: Enter
// CHECK-NEXT: Merge
// CHECK-NEXT: Const [%ctl_{{[0-9]+}}] name("ten")
// CHECK-NEXT: Less
// CHECK-NEXT: LoopCond
// CHECK-NEXT: Switch
// CHECK-NEXT: NextIteration
// CHECK-NEXT: Exit
// CHECK-NEXT: Const name("last")
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %m:2, %c0 = Merge(%e, %n) name("m") {N = 2 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %n, %c1 = NextIteration(%s#1) name("n") : (tensor<*xi32>) -> (tensor<*xi32>)
  %x, %c2 = Exit(%s#0) name("x") : (tensor<*xi32>) -> (tensor<*xi32>)
  %s:2, %c3 = Switch(%m#0, %l) name("s") : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %l, %c4 = LoopCond(%less) name("l") : (tensor<*xi1>) -> (tensor<*xi1>)
  %less, %c5 = Less(%m#0, %ten) name("less") : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %e, %c6 = Enter(%i) name("e") : (tensor<*xi32>) -> (tensor<*xi32>)
  %ten, %c7 = Const [%c0] name("ten") : () -> (tensor<*xi32>)
  %i, %c8 = Const name("i") : () -> (tensor<*xi32>)
  %last, %c9 = Const name("last") : () -> (tensor<*xi32>)
}

// -----

/// Another cycle is an error that names the nodes.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error@+1 {{the graph has a cycle that no NextIteration closes: 'a' -> 'b' -> 'a'}}
  %a, %c0 = Relu(%b) name("a") : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %c1 = Relu(%a) name("b") : (tensor<*xf32>) -> (tensor<*xf32>)
}

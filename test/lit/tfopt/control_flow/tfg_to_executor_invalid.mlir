// RUN: tf-opt %s --tfg-to-executor --split-input-file --verify-diagnostics

// expected-error@+1 {{@f is generic; --tfg-instantiate-functions makes functions of it that can be lowered}}
tfg.func generic @f() {
  return
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %p, %ctl = A name("p") : () -> (tensor<*xi1>)
  // expected-error@+1 {{'cond' holds its branches as regions; --tfg-region-to-functional makes functions of them}}
  %ctl_0 = IfRegion %p then { yield } else { yield } {_mlir_name = "cond"} : (tensor<*xi1>) -> ()
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error@+1 {{the graph has a cycle that no NextIteration closes: 'a' -> 'b' -> 'a'}}
  %a, %c0 = Relu(%b) name("a") : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %c1 = Relu(%a) name("b") : (tensor<*xf32>) -> (tensor<*xf32>)
}

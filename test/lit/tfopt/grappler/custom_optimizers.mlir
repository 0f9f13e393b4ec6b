/// An optimizer that a RewriterConfig calls a custom one runs beside those that it lists,
// RUN: tf-opt %s --grappler='fetches=out config=%S/Inputs/custom.pbtxt min-nodes=0 print-report=text' -o %t 2>&1 | filecheck %s --check-prefix=LISTED
// LISTED: pruning
// LISTED-NEXT: debug_stripper
// LISTED-NOT: constfold

/// or beside all that run anyway.
// RUN: tf-opt %s --grappler='fetches=out config=%S/Inputs/custom_added.pbtxt min-nodes=0 print-report=text' -o %t 2>&1 | filecheck %s --check-prefix=ADDED
// ADDED: debug_stripper
// ADDED-NEXT: constfold

/// There are no plug-ins.
// RUN: not tf-opt %s --grappler='fetches=out config=%S/Inputs/no_such_custom.pbtxt' 2>&1 | filecheck %s --check-prefix=NONE
// NONE: custom_optimizers names 'debug_strippr', which no package adds; did you mean 'debug_stripper'?; there are pruning, {{.*}}, scoped_allocator
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %out, %ctl_0 = Neg(%x) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

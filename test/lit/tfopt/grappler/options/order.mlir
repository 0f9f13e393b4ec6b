// RUN: tf-opt %s --grappler='fetches=out iterations=1 print-report=text' -o /dev/null 2>&1 | filecheck %s --check-prefix=UPSTREAM
// RUN: tf-opt %s --grappler='fetches=out iterations=1 order=slides print-report=text' -o /dev/null 2>&1 | filecheck %s --check-prefix=SLIDES

/// Upstream fuses behind arithmetic and layout, the slides in front of them; the dependency optimizer comes last in both.
// UPSTREAM: arithmetic
// UPSTREAM: layout
// UPSTREAM: remap
// UPSTREAM: dependency
// SLIDES: remap
// SLIDES: arithmetic
// SLIDES: layout
// SLIDES: dependency
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_0 = Exp(%x) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl_1 = Sin(%a) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Cos(%b) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

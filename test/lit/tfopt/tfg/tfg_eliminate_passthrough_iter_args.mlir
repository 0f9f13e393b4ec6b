// RUN: tf-opt %s --tfg-eliminate-passthrough-iter-args --split-input-file | filecheck %s

/// What a loop only hands on is used from outside, and so is its token; what is remembered of the body loses it too.
// CHECK: tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %Split2:2, %ctl = Split2(%q) name("b") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: %WhileRegion, %ctl_0 = WhileRegion(%q) [%ctl] {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: %Less, %ctl_2 = Less(%arg0, %Split2#1) [%q.ctl] name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
// CHECK-NEXT: condition %Less : tensor<*xi1> (%arg0) [%ctl] : tensor<*xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: %Add_2, %ctl_3 = Add(%arg0, %Split2#1) [%ctl, %q.ctl] name("ad") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Add_2) : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "w", body_region_attrs = #tfg.region_attrs<{sym_name = "b"} [{tfg.name = "x"}] [{tfg.name = "rx"}]>, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: %Add, %ctl_1 = Add(%WhileRegion, %Split2#1) name("z") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Add) : tensor<*xf32>
tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"}, %q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %B:2, %b = Split2(%q) name("b") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %W:3, %ctl_4 = WhileRegion(%q, %B#1, %q) [%b] {
  ^bb0(%x: tensor<*xf32>, %y: tensor<*xf32>, %z: tensor<*xf32>, %xc: !tf_type.control, %yc: !tf_type.control, %zc: !tf_type.control):
    %P, %cc = Less(%x, %y) [%zc] name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
    condition %P : tensor<*xi1> (%x, %y, %z) [%yc] : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  } do {
  ^bb0(%x: tensor<*xf32>, %y: tensor<*xf32>, %z: tensor<*xf32>, %xc: !tf_type.control, %yc: !tf_type.control, %zc: !tf_type.control):
    %P, %cc = Add(%x, %y) [%yc, %zc] name("ad") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    yield(%P, %y, %z) : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  } {_mlir_name = "w", parallel_iterations = 10 : i64, body_region_attrs = #tfg.region_attrs<{sym_name = "b"} [{tfg.name = "x"}, {tfg.name = "y"}, {tfg.name = "z"}] [{tfg.name = "rx"}, {tfg.name = "ry"}, {tfg.name = "rz"}]>} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %Z, %z = Add(%W#0, %W#1) name("z") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%Z) : tensor<*xf32>
}

// -----

/// What the body changes stays, also where it yields it in another place.
// CHECK: tfg.func @swap(%p: tensor<*xf32> {tfg.name = "p"},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %WhileRegion:2, %ctl = WhileRegion(%p, %q) {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: tensor<*xf32>, %arg2: !tf_type.control, %arg3: !tf_type.control):
// CHECK-NEXT: %Less, %ctl_0 = Less(%arg0, %arg1) name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
// CHECK-NEXT: condition %Less : tensor<*xi1> (%arg0, %arg1) : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: tensor<*xf32>, %arg2: !tf_type.control, %arg3: !tf_type.control):
// CHECK-NEXT: yield(%arg1, %arg0) : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "w", parallel_iterations = 10 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: return(%WhileRegion#0) : tensor<*xf32>
tfg.func @swap(%p: tensor<*xf32> {tfg.name = "p"}, %q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %W:2, %w = WhileRegion(%p, %q) {
  ^bb0(%x: tensor<*xf32>, %y: tensor<*xf32>, %xc: !tf_type.control, %yc: !tf_type.control):
    %P, %cc = Less(%x, %y) name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
    condition %P : tensor<*xi1> (%x, %y) : tensor<*xf32>, tensor<*xf32>
  } do {
  ^bb0(%x: tensor<*xf32>, %y: tensor<*xf32>, %xc: !tf_type.control, %yc: !tf_type.control):
    yield(%y, %x) : tensor<*xf32>, tensor<*xf32>
  } {_mlir_name = "w", parallel_iterations = 10 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return(%W#0) : tensor<*xf32>
}

// -----

/// In the body of a For the number of the turn comes first.
// CHECK: tfg.func @counted(%n: tensor<*xi32> {tfg.name = "n"},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %ForRegion, %ctl = ForRegion(%q) from %n to %n by %n {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xi32>, %arg1: tensor<*xf32>, %arg2: !tf_type.control, %arg3: !tf_type.control):
// CHECK-NEXT: %Act, %ctl_0 = Act(%arg0, %q, %arg1) name("a") : (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Act) : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "f"} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%q) : tensor<*xf32>
tfg.func @counted(%n: tensor<*xi32> {tfg.name = "n"}, %q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %F:2, %f = ForRegion(%q, %q) from %n to %n by %n {
  ^bb0(%i: tensor<*xi32>, %x: tensor<*xf32>, %y: tensor<*xf32>, %ic: !tf_type.control, %xc: !tf_type.control, %yc: !tf_type.control):
    %A, %a = Act(%i, %x, %y) name("a") : (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    yield(%x, %A) : tensor<*xf32>, tensor<*xf32>
  } {_mlir_name = "f"} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return(%F#0) : tensor<*xf32>
}

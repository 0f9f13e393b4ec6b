// RUN: tf-opt %s --split-input-file | filecheck %s
// RUN: tf-opt %s --split-input-file | tf-opt --split-input-file | filecheck %s

/// IfRegion, with and without results.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %p, %cp = Bar : () -> (tensor<*xi1>)
  %a, %ca = Bar : () -> (tensor<*xf32>)
  %none = IfRegion %p [%cp, %ca] then { yield } else { yield [%cp] } : (tensor<*xi1>) -> ()
  %one, %c1 = StatelessIfRegion %p then { %x, %cx = Bar : () -> (tensor<*xf32>) yield(%x) : tensor<*xf32> } else { %x, %cx = Bar : () -> (tensor<*xf32>) yield(%x) [%cx] : tensor<*xf32> } {_mlir_name = "cond", then_attrs = {}} : (tensor<*xi1>) -> tensor<*xf32>
  %two:2, %c2 = StatefulIfRegion %p then { yield(%a, %a) : tensor<*xf32>, tensor<*xf32> } else { yield(%a, %a) : tensor<*xf32>, tensor<*xf32> } : (tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
}
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Bar, %ctl = Bar : () -> (tensor<*xi1>)
// CHECK-NEXT: %Bar_0, %ctl_1 = Bar : () -> (tensor<*xf32>)
// CHECK-NEXT: %ctl_2 = IfRegion %Bar [%ctl, %ctl_1] then {
// CHECK-NEXT: yield
// CHECK-NEXT: } else {
// CHECK-NEXT: yield [%ctl]
// CHECK-NEXT: } : (tensor<*xi1>) -> ()
// CHECK-NEXT: %StatelessIfRegion, %ctl_3 = StatelessIfRegion %Bar then {
// CHECK-NEXT: %Bar_5, %ctl_6 = Bar : () -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Bar_5) : tensor<*xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %Bar_5, %ctl_6 = Bar : () -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Bar_5) [%ctl_6] : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "cond", then_attrs = {}} : (tensor<*xi1>) -> tensor<*xf32>
// CHECK-NEXT: %StatefulIfRegion:2, %ctl_4 = StatefulIfRegion %Bar then {
// CHECK-NEXT: yield(%Bar_0, %Bar_0) : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: yield(%Bar_0, %Bar_0) : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: } : (tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: }

// -----

/// CaseRegion, and what is kept of the functions that its regions were.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %i, %ci = Bar : () -> (tensor<i32>)
  %a, %ca = Bar : () -> (tensor<*xf32>)
  %x, %c = CaseRegion %i [%ca] { yield(%a) : tensor<*xf32> }, { yield(%a) [%ca] : tensor<*xf32> } {branch_attrs = [{}, {}], region_attrs = [#tfg.region_attrs<{sym_name = "f"} [] [{tfg.name = "r"}]>, #tfg.region_attrs<{sym_name = "g"} [] [{}]>]} : (tensor<i32>) -> tensor<*xf32>
  %none = CaseRegion %i { yield }, { yield } : (tensor<i32>) -> ()
}
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Bar, %ctl = Bar : () -> (tensor<i32>)
// CHECK-NEXT: %Bar_0, %ctl_1 = Bar : () -> (tensor<*xf32>)
// CHECK-NEXT: %CaseRegion, %ctl_2 = CaseRegion %Bar [%ctl_1] {
// CHECK-NEXT: yield(%Bar_0) : tensor<*xf32>
// CHECK-NEXT: }, {
// CHECK-NEXT: yield(%Bar_0) [%ctl_1] : tensor<*xf32>
// CHECK-NEXT: } {branch_attrs = [{}, {}], region_attrs = [#tfg.region_attrs<{sym_name = "f"} [] [{tfg.name = "r"}]>, #tfg.region_attrs<{sym_name = "g"} [] [{}]>]} : (tensor<i32>) -> tensor<*xf32>
// CHECK-NEXT: %ctl_3 = CaseRegion %Bar {
// CHECK-NEXT: yield
// CHECK-NEXT: }, {
// CHECK-NEXT: yield
// CHECK-NEXT: } : (tensor<i32>) -> ()
// CHECK-NEXT: }

// -----

/// WhileRegion; without values it has no types.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ca = Bar : () -> (tensor<*xf32>)
  %p, %cp = Bar : () -> (tensor<*xi1>)
  %w, %cw = WhileRegion(%a) [%ca] {
  ^bb0(%x: tensor<*xf32>, %xk: !tf_type.control):
    condition %p : tensor<*xi1> (%x) [%xk] : tensor<*xf32>
  } do {
  ^bb0(%x: tensor<*xf32>, %xk: !tf_type.control):
    yield(%x) : tensor<*xf32>
  } {parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %none = StatelessWhileRegion [%cp] { condition %p : tensor<*xi1> [%cp] } do { yield } {parallel_iterations = 10 : i64, _mlir_name = "q"}
}
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Bar, %ctl = Bar : () -> (tensor<*xf32>)
// CHECK-NEXT: %Bar_0, %ctl_1 = Bar : () -> (tensor<*xi1>)
// CHECK-NEXT: %WhileRegion, %ctl_2 = WhileRegion(%Bar) [%ctl] {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: condition %Bar_0 : tensor<*xi1> (%arg0) [%arg1] : tensor<*xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: yield(%arg0) : tensor<*xf32>
// CHECK-NEXT: } {parallel_iterations = 10 : i64} : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: %ctl_3 = StatelessWhileRegion [%ctl_1] {
// CHECK-NEXT: condition %Bar_0 : tensor<*xi1> [%ctl_1]
// CHECK-NEXT: } do {
// CHECK-NEXT: yield
// CHECK-NEXT: } {_mlir_name = "q", parallel_iterations = 10 : i64}
// CHECK-NEXT: }

// -----

/// ForRegion.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %l:3, %cl = Bar : () -> (tensor<i32>, tensor<i32>, tensor<i32>)
  %a, %ca = Bar : () -> (tensor<*xf32>)
  %f, %cf = ForRegion(%a) [%ca] from %l#0 to %l#1 by %l#2 {
  ^bb0(%i: tensor<i32>, %x: tensor<*xf32>, %ik: !tf_type.control, %xk: !tf_type.control):
    yield(%x) [%ik] : tensor<*xf32>
  } {body_attrs = {}} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
}
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Bar:3, %ctl = Bar : () -> (tensor<i32>, tensor<i32>, tensor<i32>)
// CHECK-NEXT: %Bar_0, %ctl_1 = Bar : () -> (tensor<*xf32>)
// CHECK-NEXT: %ForRegion, %ctl_2 = ForRegion(%Bar_0) [%ctl_1] from %Bar#0 to %Bar#1 by %Bar#2 {
// CHECK-NEXT: ^bb0(%arg0: tensor<i32>, %arg1: tensor<*xf32>, %arg2: !tf_type.control, %arg3: !tf_type.control):
// CHECK-NEXT: yield(%arg1) [%arg2] : tensor<*xf32>
// CHECK-NEXT: } {body_attrs = {}} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: }

// RUN: tf-run %s --device=interpreter --fetch=^set --fetch=keep --fetch=out | filecheck %s

/// What a merge of a reference gives is what the variable holds, and another variable may keep it.
// CHECK: keep=3xi32=1 2 3
// CHECK-NEXT: out=3xi32=1 2 3
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %v, %c0 = VariableV2 name("v") {container = "", dtype = i32, shape = #tf_type.shape<3>, shared_name = ""} : () -> (tensor<*xi32>)
  %w, %c1 = VariableV2 name("w") {container = "", dtype = i32, shape = #tf_type.shape<3>, shared_name = ""} : () -> (tensor<*xi32>)
  %one, %c2 = Const name("one") {dtype = i32, value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> (tensor<*xi32>)
  %set, %c3 = Assign(%v, %one) name("set") {T = i32, use_locking = true, validate_shape = true} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %is, %c4 = IsVariableInitialized(%v) name("is") {dtype = i32} : (tensor<*xi32>) -> (tensor<*xi1>)
  %s:2, %c5 = RefSwitch(%v, %is) name("s") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %d:2, %c6 = Switch(%one, %is) name("d") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %m:2, %c7 = Merge(%d#0, %s#1) name("m") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %keep, %c8 = Assign(%w, %m#0) name("keep") {T = i32, use_locking = true, validate_shape = true} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %out, %c9 = Identity(%w) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

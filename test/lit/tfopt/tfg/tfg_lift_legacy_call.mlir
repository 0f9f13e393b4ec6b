// RUN: tf-opt %s --tfg-lift-legacy-call | filecheck %s

/// A node whose op is a function refers to it; another does not.
// CHECK: g(%x) name("call") {t = 1 : i64, tfg.legacy_call = @g} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %h, %ctl_0 = h(%x) name("other") : (tensor<*xf32>) -> (tensor<*xf32>)
tfg.func @f(%x: tensor<*xf32> {tfg.name = "x"}) {
  %a, %c0 = g(%x) name("call") {t = 1 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %c1 = h(%x) name("other") : (tensor<*xf32>) -> (tensor<*xf32>)
  return
}
tfg.func @g(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  return(%x) : tensor<*xf32>
}

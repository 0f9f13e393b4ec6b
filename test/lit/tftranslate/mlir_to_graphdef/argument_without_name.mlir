// RUN: not tf-translate --mlir-to-graphdef %s -o %t.pb 2>&1 | filecheck %s
// RUN: not ls %t.pb

// CHECK: error: argument is missing 'tfg.name'
tfg.func @f(%a: tensor<*xf32>) -> (tensor<*xf32> {tfg.name = "r"}) { return(%a) : tensor<*xf32> }

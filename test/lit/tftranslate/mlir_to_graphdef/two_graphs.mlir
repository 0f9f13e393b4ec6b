// RUN: not tf-translate --mlir-to-graphdef %s -o %t.pb 2>&1 | filecheck %s
// RUN: not ls %t.pb

// CHECK: error: Can't export module with two different tfg.graph
module { tfg.graph #tf_type.version<producer = 5, min_consumer = 0> { } tfg.graph #tf_type.version<producer = 5, min_consumer = 0> { } }

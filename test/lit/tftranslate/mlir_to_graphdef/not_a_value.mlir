// RUN: not tf-translate --mlir-to-graphdef %s -o %t.pb 2>&1 | filecheck %s
// RUN: not ls %t.pb

// CHECK: error: node 'n': an attribute that TensorFlow has no place for: {a = 1 : i64}
tfg.graph #tf_type.version<producer = 5, min_consumer = 0> { %ctl = NoOp name("n") {T = {a = 1 : i64}} }

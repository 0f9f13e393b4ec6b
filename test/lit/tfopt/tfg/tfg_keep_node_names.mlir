// Tables go by the names of their nodes where they say no other; so a model's functions find what others have put into one, lowered too.
// RUN: tf-opt %s --tfg-keep-node-names | filecheck %s
// RUN: tf-opt %s --tfg-to-executor --tfg-keep-node-names | filecheck %s --check-prefix=EXECUTOR
// RUN: tf-opt %s --tfg-to-executor --mlir-print-debuginfo | tf-opt - --pipeline=stablehlo --allow-host-ops -o %t.executor.mlir
// RUN: tf-run %t.executor.mlir --device=interpreter --entry=put --input=i64=3 --input=f32=2.5 --entry=get --input=i64=3 --entry=apart --input=i64=3 | filecheck %s --check-prefix=VALUES
// RUN: tf-run %s --device=interpreter --entry=put --input=i64=3 --input=f32=2.5 --entry=get --input=i64=3 --entry=apart --input=i64=3 | filecheck %s --check-prefix=VALUES
// RUN: tf-opt %s --pipeline=stablehlo --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=put --input=i64=3 --input=f32=2.5 --entry=get --input=i64=3 --entry=apart --input=i64=3 | filecheck %s --check-prefix=VALUES
// VALUES: put: {{.*}}f32=2.5
// VALUES-NEXT: get: {{.*}}f32=2.5
// VALUES-NEXT: apart: {{.*}}f32=-1

// EXECUTOR-LABEL: func.func @put
// EXECUTOR: wraps "tf.MutableHashTableV2"(){{.*}}tfir.node_name = "table"
// EXECUTOR: Identity
// EXECUTOR-NOT: tfir.node_name
// EXECUTOR-LABEL: func.func @get
// EXECUTOR: wraps "tf.MutableHashTableV2"(){{.*}}tfir.node_name = "table"
// EXECUTOR-LABEL: func.func @apart
// EXECUTOR-NOT: tfir.node_name

// CHECK-LABEL: tfg.func @put
// CHECK: MutableHashTableV2 name("table") {{.*}}tfir.node_name = "table"
// CHECK: Identity
// CHECK-NOT: tfir.node_name
// CHECK-LABEL: tfg.func @get
// CHECK: MutableHashTableV2 name("table") {{.*}}tfir.node_name = "table"
// CHECK-LABEL: tfg.func @apart
// CHECK-NOT: tfir.node_name
tfg.func @put(%k: tensor<i64> {tfg.name = "k"}, %v: tensor<f32> {tfg.name = "v"}) -> (tensor<f32> {tfg.name = "o"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 1>} {
  %t, %c0 = MutableHashTableV2 name("table") {container = "", key_dtype = i64, shared_name = "", use_node_name_sharing = true, value_dtype = f32} : () -> (tensor<!tf_type.resource>)
  %c1 = LookupTableInsertV2(%t, %k, %v) name("insert") {Tin = i64, Tout = f32} : tensor<!tf_type.resource>, tensor<i64>, tensor<f32>
  %o, %c2 = Identity(%v) [%c1] name("o") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  return(%o) : tensor<f32>
}
tfg.func @get(%k: tensor<i64> {tfg.name = "k"}) -> (tensor<f32> {tfg.name = "o"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 1>} {
  %t, %c0 = MutableHashTableV2 name("table") {container = "", key_dtype = i64, shared_name = "", use_node_name_sharing = true, value_dtype = f32} : () -> (tensor<!tf_type.resource>)
  %d, %c1 = Const name("d") {dtype = f32, value = dense<-1.0> : tensor<f32>} : () -> (tensor<f32>)
  %o, %c2 = LookupTableFindV2(%t, %k, %d) name("find") {Tin = i64, Tout = f32} : (tensor<!tf_type.resource>, tensor<i64>, tensor<f32>) -> (tensor<f32>)
  return(%o) : tensor<f32>
}
tfg.func @apart(%k: tensor<i64> {tfg.name = "k"}) -> (tensor<f32> {tfg.name = "o"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 1>} {
  %t, %c0 = MutableHashTableV2 name("table") {container = "", key_dtype = i64, shared_name = "other", use_node_name_sharing = false, value_dtype = f32} : () -> (tensor<!tf_type.resource>)
  %d, %c1 = Const name("d") {dtype = f32, value = dense<-1.0> : tensor<f32>} : () -> (tensor<f32>)
  %o, %c2 = LookupTableFindV2(%t, %k, %d) name("find") {Tin = i64, Tout = f32} : (tensor<!tf_type.resource>, tensor<i64>, tensor<f32>) -> (tensor<f32>)
  return(%o) : tensor<f32>
}

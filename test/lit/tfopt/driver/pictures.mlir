// RUN: tf-opt %s --grappler-common-subgraph-elimination --view=%t.html --emit=dot | filecheck %s
// RUN: filecheck %s --input-file %t.html --check-prefix=PAGE
// RUN: tf-opt %s --emit=dot | filecheck %s --check-prefix=ALONE
// RUN: not tf-opt %s --view=%t.html --split-input-file 2>&1 | filecheck %s --check-prefix=SPLIT

/// What became of each node has a colour; what is gone is dashed, and so are scopes boxes. Edges that are gone are red, new ones green.
// CHECK: digraph tf {
// CHECK: subgraph "cluster_layer" {
// CHECK: "layer/one" [label="Relu\none", tooltip="layer/one: {{same|changed}}
// CHECK: "layer/other" [label="Relu\nother", tooltip="layer/other: merged{{.*}}", fillcolor="#fdcfa0", style="filled,rounded,dashed"];
// CHECK: "x" -> "layer/other" [color="#d93025"];
// CHECK: "layer/other" -> "sum" [color="#d93025"];

/// The page tells which optimizer did it.
// PAGE: <!doctype html>
// PAGE: "layer/other"
// PAGE: computes the same

/// Without passes it is a drawing of the graph.
// ALONE-NOT: dashed
// ALONE: "layer/other" -> "sum";

// SPLIT: --view shows one program
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<4>} : () -> (tensor<*xf32>)
  %a, %c1 = Relu(%x) name("layer/one") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %c2 = Relu(%x) name("layer/other") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %c3 = AddV2(%a, %b) name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// REQUIRES: vulkan
// Steps of the host in a module that serves any batch: what they read is of the sizes that a call brings.
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=told --input=3x2xf32=1,2,3,4,5,6 --entry=told --input=1x2xf32=7,8 | filecheck %s
// RUN: tf-run %t.mlir --device=interpreter --entry=told --input=3x2xf32=1,2,3,4,5,6 --entry=told --input=1x2xf32=7,8 | filecheck %s
// CHECK: told: 3x2xf32=[2 4][6 8][10 12]
// CHECK-NEXT: told: !tf_type.string="twice: {{\[\[}}2 4]\n [6 8]\n [10 12]]"
// CHECK-NEXT: told: 1x2xf32=[14 16]
// CHECK-NEXT: told: !tf_type.string="twice: {{\[\[}}14 16]]"
func.func @told(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<!tf_type.string>) {
  %twice = "tf.AddV2"(%x, %x) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %text = "tf.StringFormat"(%twice) {template = "twice: %s"} : (tensor<?x2xf32>) -> tensor<!tf_type.string>
  return %twice, %text : tensor<?x2xf32>, tensor<!tf_type.string>
}

// Numbers of a size that only the host can tell go on to the device when it has. Where the host may not help, no size of a feed would.
// RUN: echo 'func.func @words(%%x: tensor<?x!tf_type.string>) -> tensor<?xi32> { %%0 = "tf.StringLength"(%%x) : (tensor<?x!tf_type.string>) -> tensor<?xi32> %%1 = "tf.AddV2"(%%0, %%0) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32> return %%1 : tensor<?xi32> }' > %t.words.mlir
// RUN: tf-opt %t.words.mlir --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=words --input='2xstring="a","abc"' --entry=words --input='1xstring="ab"' | filecheck %s --check-prefix=OPEN
// RUN: tf-run %t.mlir --device=interpreter --entry=words --input='2xstring="a","abc"' --entry=words --input='1xstring="ab"' | filecheck %s --check-prefix=OPEN
// OPEN: words: 2xi32=2 6
// OPEN-NEXT: words: 1xi32=4
// RUN: not tf-opt %t.words.mlir --pipeline=vulkan 2>&1 | filecheck %s --check-prefix=PIN
// PIN-NOT: static shapes
// PIN: error: 'tf.StringLength' op has no lowering to StableHLO
// PIN: note: StableHLO, and what becomes of it (Relay, Relax, XLA's HLO), has no strings

// What texts the host makes of the device's numbers is as many as a call says.
// RUN: echo 'func.func @labels(%%x: tensor<?x2xi32>) -> tensor<?x2x!tf_type.string> { %%t = "tf.Const"() {value = dense<["cat", "dog", "fox"]> : tensor<3x!tf_type.string>} : () -> tensor<3x!tf_type.string> %%c = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32> %%0 = "tf.AddV2"(%%x, %%x) : (tensor<?x2xi32>, tensor<?x2xi32>) -> tensor<?x2xi32> %%1 = "tf.GatherV2"(%%t, %%0, %%c) : (tensor<3x!tf_type.string>, tensor<?x2xi32>, tensor<i32>) -> tensor<?x2x!tf_type.string> return %%1 : tensor<?x2x!tf_type.string> }' > %t.labels.mlir
// RUN: tf-opt %t.labels.mlir --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=labels --input=2x2xi32=0,1,1,0 --entry=labels --input=1x2xi32=1,1 | filecheck %s --check-prefix=LABELS
// RUN: tf-run %t.mlir --device=interpreter --entry=labels --input=2x2xi32=0,1,1,0 --entry=labels --input=1x2xi32=1,1 | filecheck %s --check-prefix=LABELS
// LABELS: labels: 2x2x!tf_type.string=["cat" "fox"]["fox" "cat"]
// LABELS-NEXT: labels: 1x2x!tf_type.string=["fox" "fox"]

// As many rows as there are texts: the host tells the number, and the device makes them.
// RUN: echo 'func.func @rows(%%x: tensor<?x!tf_type.string>) -> tensor<?x2xf32> { %%n = "tf.Shape"(%%x) : (tensor<?x!tf_type.string>) -> tensor<1xi32> %%w = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32> %%c = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32> %%d = "tf.ConcatV2"(%%n, %%w, %%c) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32> %%v = "tf.Const"() {value = dense<1.5> : tensor<f32>} : () -> tensor<f32> %%0 = "tf.Fill"(%%d, %%v) : (tensor<2xi32>, tensor<f32>) -> tensor<?x2xf32> return %%0 : tensor<?x2xf32> }' > %t.rows.mlir
// RUN: tf-opt %t.rows.mlir --pipeline=vulkan --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --entry=rows --input='2xstring="a","abc"' --entry=rows --input='1xstring="ab"' | filecheck %s --check-prefix=ROWS
// RUN: tf-run %t.mlir --device=interpreter --entry=rows --input='2xstring="a","abc"' --entry=rows --input='1xstring="ab"' | filecheck %s --check-prefix=ROWS
// ROWS: rows: 2x2xf32=[1.5 1.5][1.5 1.5]
// ROWS-NEXT: rows: 1x2xf32=[1.5 1.5]

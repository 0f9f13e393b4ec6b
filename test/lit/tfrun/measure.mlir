/// Each op's time goes into a table under the op's name; the report of costs sets it beside the estimate.
// RUN: tf-run %s --device=interpreter --fetch=sum --input=x=2x2xf32=1,2,3,4 --measure=%t.json | filecheck %s
// RUN: filecheck %s --input-file %t.json --check-prefix=TABLE
// RUN: tf-opt %s --cost-report='measured=%t.json file=%t.txt' -o %t.mlir
// RUN: filecheck %s --input-file %t.txt --check-prefix=REPORT
// RUN: not tf-run %s --device=vulkan --fetch=sum --input=x=2x2xf32=1,2,3,4 --measure=%t.json 2>&1 | filecheck %s --check-prefix=DEVICE

// CHECK: sum=2x2xf32=
// TABLE: {"version": 1, "device": "interpreter", "runs": 5, "ops": [
// TABLE: {"name": "product", "op": "MatMul", "seconds": {{[0-9.e-]+}}}
// TABLE: {"name": "sum", "op": "AddV2", "seconds": {{[0-9.e-]+}}}
// REPORT: measured {{.*}} in all ops (interpreter, 5 runs)
// REPORT: op nodes arithmetic traffic estimate measured ratio share
// REPORT: node op arithmetic traffic estimate measured ratio share slack
// DEVICE: tf-run: error: --measure tells the times of ops, which the interpreter has
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x2>} : () -> (tensor<*xf32>)
  %p, %c1 = MatMul(%x, %x) name("product") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %c2 = AddV2(%p, %x) name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

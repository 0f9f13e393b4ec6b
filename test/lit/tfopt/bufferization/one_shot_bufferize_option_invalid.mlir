// RUN: not tf-opt %s --one-shot-bufferize=unknown-type-conversion=infer-layout-map 2>&1 | filecheck %s
// CHECK: error: {{.*}}Cannot find option named 'infer-layout-map'! There are fully-dynamic-layout-map, identity-layout-map
func.func @f() {
  return
}

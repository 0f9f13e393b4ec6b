// RUN: tf-opt %s --grappler-dependency='fetches=out cross-device=false' | filecheck %s

/// Asked to, it lets nodes of another device be waited for one by one.
// CHECK-NOT: NoOp
// CHECK: Assert [%{{.*}}, %{{.*}}] device("/device:CPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %ctl = Assert device("/device:CPU:1") name("a") {T = []}
  %ctl_0 = Assert device("/device:CPU:1") name("b") {T = []}
  %ctl_1 = Assert [%ctl, %ctl_0] device("/device:CPU:0") name("out") {T = []}
}

// RUN: not tf-opt %s --grappler-memory='mode=swaping_heuristics' 2>&1 | filecheck %s

/// A mode that there is not.
// CHECK: error: there is no mode 'swaping_heuristics'; did you mean 'swapping_heuristics'?; there are default_mem_opt, manual
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
}

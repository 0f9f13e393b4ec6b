// RUN: not tf-opt %s --grappler-memory='mode=swaping_heuristics' 2>&1 | filecheck %s

/// A mode that there is not.
// CHECK: error: option 'mode' of pass 'grappler-memory': Cannot find option named 'swaping_heuristics'! There are default_mem_opt, manual, {{.*}}; did you mean 'swapping_heuristics'?
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
}

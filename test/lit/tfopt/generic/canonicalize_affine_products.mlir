// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope --split-input-file --canonicalize | filecheck %s
// Expected text: mlir-opt 22. Products with symbols, and quotients and remainders by them: divided where both are multiples, terms in order.

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg4 + %arg4 * symbol(%arg1) + symbol(%arg1) + %arg5 * 5 + %arg5 floordiv 3 + %arg5 * symbol(%arg1)] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i * symbol(%b) + 5 * %j + symbol(%b) + %j floordiv 3 + %j * symbol(%b) + %i] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg4 + 5] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[(%i * symbol(%b) + 5 * symbol(%b)) floordiv symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg4 + 5] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[(%i * symbol(%b) + 5 * symbol(%b)) ceildiv symbol(%b) - (%i * symbol(%b)) mod symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[0] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[(%i + %j - (%i + %j) mod symbol(%b)) mod symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[(%arg4 + %arg5 - ((%arg4 + %arg5) mod symbol(%arg1)) * 2) mod symbol(%arg1)] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[(%i + %j - 2 * ((%i + %j) mod symbol(%b))) mod symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg4 floordiv 2] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[((%i * symbol(%b)) floordiv 2) floordiv symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[((%arg4 * symbol(%arg1)) floordiv 2) ceildiv symbol(%arg1)] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[((%i * symbol(%b)) floordiv 2) ceildiv symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[symbol(%arg1) + (symbol(%arg1) * symbol(%arg1)) * 7] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[symbol(%b) * 6 * symbol(%b) + symbol(%b) * symbol(%b) + symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[symbol(%arg1) + symbol(%arg1) * symbol(%arg2) + 3] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[(symbol(%b) * symbol(%b)) floordiv symbol(%b) + symbol(%c) * symbol(%b) + 3] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[%arg4 + %arg4 floordiv 4 + symbol(%arg2) * 5 + symbol(%arg2) mod symbol(%arg1) + %arg5 mod 4 + symbol(%arg1) * 3] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i + symbol(%c) mod symbol(%b) + symbol(%b) * 3 + %i floordiv 4 + %j mod 4 + 5 * symbol(%c)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[(%arg4 floordiv symbol(%arg1)) * symbol(%arg1) + %arg4 mod symbol(%arg1)] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[(%i floordiv symbol(%b)) * symbol(%b) + %i mod symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[symbol(%arg2) mod (symbol(%arg2) + 1)] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[((symbol(%b) * symbol(%c)) mod (symbol(%b) * symbol(%c) + symbol(%b))) floordiv symbol(%b)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   affine.for %arg4 = 0 to %arg3 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg3 {
// CHECK-NEXT:       %0 = affine.load %arg0[(%arg4 * symbol(%arg1) + symbol(%arg1) * 5) floordiv symbol(%arg2)] : memref<?xf32>
// CHECK-NEXT:       "test.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%a: memref<?xf32>, %b: index, %c: index, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[(%i * symbol(%b) + 5 * symbol(%b)) floordiv symbol(%c)] : memref<?xf32>
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}

// RUN: tf-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{SoA is only applicable to singleton lvlTypes.}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(soa)) }>

// -----

// expected-error@+1 {{Batch lvlType can only be leading levels.}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : batch) }>

// -----

// expected-error@+1 {{expected compressed or loose_compressed level before singleton level}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : singleton) }>

// -----

// expected-error@+1 {{unknown level format: dens}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : dens) }>

// -----

// expected-error@+1 {{unknown level property: few}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(few)) }>

// -----

// expected-error@+1 {{invalid level type: level format doesn't support the properties}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense(nonunique), d1 : dense) }>

// -----

// expected-error@+1 {{expected exactly 2 structured sizes}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : structured) }>

// -----

// expected-error@+1 {{unexpected position bitwidth: 7}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 7 }>

// -----

// expected-error@+1 {{unexpected key: few}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), few = 7 }>

// -----

// expected-error@+1 {{expected a non-empty array for lvlTypes}}
#A = #sparse_tensor.encoding<{ posWidth = 8 }>

// -----

// expected-error@+1 {{redefinition of identifier 'd0'}}
#A = #sparse_tensor.encoding<{ map = (d0, d0) -> (d0 : dense) }>

// -----

// expected-error@+1 {{The variable 'l1' was not declared as level 0}}
#A = #sparse_tensor.encoding<{ map = {l0, l1} (d0, d1) -> (l1 = d1: dense, l0 = d0: compressed) }>

// -----

// expected-error@+1 {{expect positive value or ? for slice offset/size/stride}}
#A = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(0, 2, 0)>, d1) -> (d0 : dense, d1 : dense) }>

// -----

// expected-error@+1 {{implicit value must be zero}}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), implicitVal = 2.0 : f32 }>

// -----

// expected-error@+1 {{dimension-rank mismatch between encoding and tensor shape: 1 != 2}}
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>>)

// -----

// expected-error@+1 {{explicit value type mismatch between encoding and tensor element type: 'f64' != 'f32'}}
func.func private @f(tensor<8xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense), explicitVal = 2.0 : f64 }>>)

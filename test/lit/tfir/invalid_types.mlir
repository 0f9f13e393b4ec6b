// RUN: tf-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{vector types must have positive constant sizes but got 0}}
func.func private @f(vector<0xf32>)

// -----

// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance, which 'tensor<f32>' is not}}
func.func private @f(vector<2xtensor<f32>>)

// -----

// expected-error@+1 {{invalid tensor element type: 'tuple<f32>'}}
func.func private @f(tensor<2xtuple<f32>>)

// -----

// expected-error@+1 {{invalid element type for complex: 'index'}}
func.func private @f(complex<index>)

// -----

// expected-error@+1 {{memref layout mismatch between rank and affine map: 1 != 2}}
func.func private @f(memref<2xf32, affine_map<(d0, d1) -> (d0)>>)

// -----

// expected-error@+1 {{type '!nosuch.t' is of an unregistered dialect; tf-opt --allow-unregistered-dialect takes it as it is}}
func.func private @f(tensor<2x!nosuch.t>)

// -----

// expected-error@+1 {{unknown stablehlo type: nosuch}}
func.func private @f(!stablehlo.nosuch)

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'f32'}}
func.func private @f(!stablehlo.future<tensor<f32>, f32>)

// -----

// expected-error@+1 {{undefined symbol alias id 'nosuch'}}
func.func private @f(!nosuch)

// -----

!t = i32
// expected-error@+1 {{redefinition of type alias id 't'}}
!t = i64

// -----

#a = 1
// expected-error@+1 {{redefinition of attribute alias id 'a'}}
#a = 2

// -----

// expected-error@+1 {{attribute '#nosuch.b' is of an unregistered dialect; tf-opt --allow-unregistered-dialect takes it as it is}}
func.func private @f() attributes {a = #nosuch.b<1>}

// -----

// expected-error@+1 {{redefinition of identifier 'd0'}}
#map = affine_map<(d0, d0) -> (d0)>

// -----

// expected-error@+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
#map = affine_map<(d0) -> (d0 * d0)>

// -----

// expected-error@+1 {{non-affine expression: right operand of mod has to be either a constant or symbolic}}
#map = affine_map<(d0) -> (d0 mod d0)>

// -----

// expected-error@+1 {{unknown escape in string literal}}
func.func private @f() attributes {a = "\q"}

// -----

/// What is missing is missing at the end of a line, not where the next one begins.

func.func @f(%a: i32) {
  // expected-error@+1 {{expected ':', found end of line}}
  %0 = arith.addi %a, %a

  // A comment between.
  return
}

// RUN: tf-opt --split-input-file --verify-diagnostics %s

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{gives a 'tuple<tensor<2xf32>>', but its result has type 'tuple<tensor<3xf32>>'}}
  %0 = relay.tuple %a : (tensor<2xf32>) -> tuple<tensor<3xf32>>
  return
}

// -----

func.func @f(%a: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{index 1 is out of bounds of 'tuple<tensor<2xf32>>'}}
  %0 = relay.tuple_get_item %a[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{a value of type 'tensor<2x3xf32>' is none of type 'tensor<?x4xf32>'}}
  %0 = relay.as %a : tensor<2x3xf32> to tensor<?x4xf32>
  return
}

// -----

// A variable has one meaning at all its places.
func.func @f(%a: (!relay.var<A>) -> !relay.var<A>) {
  %0 = relay.as %a : (!relay.var<A>) -> !relay.var<A> to (tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{is none of type '(tensor<f32>) -> tensor<i32>'}}
  %1 = relay.as %a : (!relay.var<A>) -> !relay.var<A> to (tensor<f32>) -> tensor<i32>
  return
}

// -----

func.func @f(%a: !relay.ref<tensor<f32>>, %x: tensor<i32>) {
  // expected-error @+1 {{a value of type 'tensor<i32>' needs a reference to that type, not '!relay.ref<tensor<f32>>'}}
  %0 = relay.ref_write %a, %x : (!relay.ref<tensor<f32>>, tensor<i32>) -> tuple<>
  return
}

// -----

func.func @f(%c: tensor<i1>, %a: tensor<f32>, %b: tensor<i32>) {
  // expected-error @+1 {{yields a value of type 'tensor<i32>', but gives one of type 'tensor<f32>'}}
  %0 = relay.if %c : (tensor<i1>) -> tensor<f32> {
    relay.yield %a : tensor<f32>
  } else {
    relay.yield %b : tensor<i32>
  }
  return
}

// -----

relay.type_def @Pair["A"] {
  // expected-error @+1 {{has the type variable 'B', which the data type does not declare}}
  relay.constructor @Both(!relay.var<A>, !relay.var<B>)
}

// -----

relay.type_def @Pair["A"] {
  relay.constructor @Both(!relay.var<A>, !relay.var<A>)
}
func.func @f(%a: tensor<f32>, %b: tensor<i32>) {
  // expected-error @+1 {{constructor @Pair::@Both is given (tensor<f32>, tensor<i32>), and takes (tensor<f32>, tensor<f32>)}}
  %0 = relay.construct @Pair::@Both(%a, %b) : (tensor<f32>, tensor<i32>) -> !relay.adt<@Pair, tensor<f32>>
  return
}

// -----

relay.type_def @Pair["A"] {
  relay.constructor @Both(!relay.var<A>, !relay.var<A>)
}
func.func @f(%a: !relay.adt<@Pair, tensor<f32>>) {
  // expected-error @+1 {{pattern [@Pair::@Both, "%"] has 1 parts for the 2 of '!relay.adt<@Pair, tensor<f32>>'}}
  %0 = relay.match %a : (!relay.adt<@Pair, tensor<f32>>) -> tensor<f32>
  case [@Pair::@Both, "%"](%x: tensor<f32>) {
    relay.yield %x : tensor<f32>
  }
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{refers to @None, which is no constructor}}
  %0 = relay.construct @None() : () -> !relay.adt<@Option, tensor<f32>>
  return
}

// -----

func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{a function of type '(tensor<f32>) -> tensor<f32>' is none of type '(tensor<f32>) -> tensor<i32>'}}
  %0 = relay.global @g : (tensor<f32>) -> tensor<i32>
  return
}

// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// A version has two numbers.
// expected-error@+1 {{expected 'producer' in tf_type version}}
func.func private @f() attributes {a = #tf_type.version<>}

// -----

// expected-error@+1 {{expected ','}}
func.func private @f() attributes {a = #tf_type.version<producer = 1>}

// -----

/// A shape has numbers and question marks.
// expected-error@+1 {{expected an integer or `?` when parsing a tf.shape attribute}}
func.func private @f() attributes {a = #tf_type.shape<2xa>}

// -----

// expected-error@+1 {{expected string while parsing tf.placeholder attribute}}
func.func private @f() attributes {a = #tf_type.placeholder<T>}

// -----

// expected-error@+1 {{invalid resource type: invalid subtype: 'tensor<vector<2xf32>>'}}
func.func private @f(tensor<!tf_type.resource<tensor<vector<2xf32>>>>)

// -----

// expected-error@+1 {{invalid variant type: expected non-function type}}
func.func private @f(tensor<!tf_type.variant<() -> ()>>)

// -----

// expected-error@+1 {{'unsaid' is no full type}}
func.func private @f() attributes {a = #tf_type.full_type<unsaid>}

// -----

// expected-error@+1 {{expected hexadecimal digits after 0x in a tensor_proto}}
func.func private @f() attributes {a = #tf_type<tensor_proto : "abc"> : tensor<2x!tf_type.quint8>}

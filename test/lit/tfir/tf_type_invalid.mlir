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

// expected-error@+2 {{invalid subtype: 'tensor<vector<2xf32>>'}}
// expected-error@+1 {{invalid resource type}}
func.func private @f(tensor<!tf_type.resource<tensor<vector<2xf32>>>>)

// -----

// expected-error@+2 {{invalid kind of type specified}}
// expected-error@+1 {{invalid variant type}}
func.func private @f(tensor<!tf_type.variant<() -> ()>>)

// -----

// expected-error@+1 {{'unsaid' is no full type}}
func.func private @f() attributes {a = #tf_type.full_type<unsaid>}

// -----

// expected-error@+1 {{expected hexadecimal digits after 0x in a tensor_proto}}
func.func private @f() attributes {a = #tf_type<tensor_proto : "abc"> : tensor<2x!tf_type.quint8>}

// -----

// expected-error@+2 {{expected non-function type}}
// expected-error@+1 {{invalid variant type}}
func.func private @f() attributes {a = !tf_type.variant<>}

// -----

// expected-error@+2 {{expected attribute value}}
// expected-error@+1 {{expected symbol while parsing tf.func attribute}}
func.func private @f() attributes {a = #tf_type.func<>}

// -----

// expected-error@+1 {{expected empty string or symbol while parsing tf.func attribute}}
func.func private @f() attributes {a = #tf_type.func<"name", {}>}

// -----

// expected-error@+1 {{expected Dictionary attribute while parsing tf.func attribute}}
func.func private @f() attributes {a = #tf_type.func<@f, "">}

// -----

/// A function that is not known has an empty name.
func.func private @f() attributes {a = #tf_type.func<"", {}>, b = #tf_type.func<@f, {k = 1 : i64}>, c = !tf_type.variant<tensor<*xf32>, tensor<2xi8>>}

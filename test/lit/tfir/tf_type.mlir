// RUN: tf-opt %s --split-input-file | filecheck %s
// RUN: tf-opt %s --split-input-file | tf-opt --split-input-file | filecheck %s

/// Types.
func.func private @types(tensor<*x!tf_type.string>, tensor<!tf_type.resource>, tensor<*x!tf_type.resource<tensor<2xf32>, tensor<*xi32>>>, tensor<?x!tf_type.variant<tensor<f32>>>, tensor<!tf_type.variant>, tensor<2x!tf_type.f32ref>, tensor<!tf_type.qint8>, tensor<!tf_type.quint16>, tensor<!tf_type.stringref>, !tf_type.control, !tf_type.tensor)
// CHECK: func.func private @types(tensor<*x!tf_type.string>, tensor<!tf_type.resource>, tensor<*x!tf_type.resource<tensor<2xf32>, tensor<*xi32>>>, tensor<?x!tf_type.variant<tensor<f32>>>, tensor<!tf_type.variant>, tensor<2x!tf_type.f32ref>, tensor<!tf_type.qint8>, tensor<!tf_type.quint16>, tensor<!tf_type.stringref>, !tf_type.control, !tf_type.tensor)

// -----

/// Attributes.
func.func private @attributes() attributes {a = #tf_type.shape<2x?x-1>, b = #tf_type.shape<>, c = #tf_type.shape<*>, d = #tf_type.func<@s, {a = 1 : i64, "b c" = f32}>, e = #tf_type.func<"", {}>, f = #tf_type.func<@"a b", {x}>, g = #tf_type.placeholder<"T">, h = #tf_type.version<producer = 1, min_consumer = 2>, i = #tf_type.version<producer = 1, min_consumer = 2, bad_consumers = [3, 4]>, j = #tf_type.full_type<array<for_each<product, tensor<var "T">, var "T">>>, k = #tf_type.full_type<literal 3 : i64>, l = #tf_type.full_type<unset>, m = #tf_type<tensor_proto : "0x746674656E736F72"> : tensor<2x!tf_type.quint8>, n = #tf_type.gpu_device_metadata<cc_major = 7, cc_minor = 5>}
// CHECK: func.func private @attributes() attributes {a = #tf_type.shape<2x?x-1>, b = #tf_type.shape<>, c = #tf_type.shape<*>, d = #tf_type.func<@s, {a = 1 : i64, "b c" = f32}>, e = #tf_type.func<"", {}>, f = #tf_type.func<@"a b", {x}>, g = #tf_type.placeholder<"T">, h = #tf_type.version<producer = 1, min_consumer = 2>, i = #tf_type.version<producer = 1, min_consumer = 2, bad_consumers = [3, 4]>, j = #tf_type.full_type<array<for_each<product, tensor<var "T">, var "T">>>, k = #tf_type.full_type<literal 3 : i64>, l = #tf_type.full_type<unset>, m = #tf_type<tensor_proto : "0x746674656E736F72"> : tensor<2x!tf_type.quint8>, n = #tf_type.gpu_device_metadata<cc_major = 7, cc_minor = 5>}

// -----

/// Strings in constants.
func.func private @strings() attributes {a = dense<["x", "y\C3\A9\00z"]> : tensor<2x!tf_type.string>, b = dense<"s"> : tensor<3x!tf_type.string>}
// CHECK: func.func private @strings() attributes {a = dense<["x", "y\C3\A9\00z"]> : tensor<2x!tf_type.string>, b = dense<"s"> : tensor<3x!tf_type.string>}

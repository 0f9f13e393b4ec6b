module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_emb", type = tensor<4x3xf32>, value = dense<[[0.5, -1.0, 2.0], [1.0, 0.25, -0.5], [-2.0, 1.5, 0.0], [0.125, 0.75, 1.0]]> : tensor<4x3xf32>}> : () -> ()
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_head/w", type = tensor<3x2xf32>, value = dense<[[1.0, -1.0], [0.5, 2.0], [-0.25, 0.75]]> : tensor<3x2xf32>}> : () -> ()
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_head/b", type = tensor<2xf32>, value = dense<[0.5, -0.5]> : tensor<2xf32>}> : () -> ()
  "tf_saved_model.asset"() <{filename = "assets/vocabulary.txt", sym_name = "vocabulary"}> {tfir.content = dense<"cat\0Adog\0Aowl\0A"> : tensor<!tf_type.string>} : () -> ()
  "tf_saved_model.session_initializer"() <{initializers = [@start]}> : () -> ()
  tfg.func @classify(%words: tensor<?x!tf_type.string> {tf_saved_model.index_path = ["words"], tfg.name = "words"},
                %emb: tensor<!tf_type.resource<tensor<4x3xf32>>> {tf_saved_model.bound_input = @__sm_emb, tfg.name = "emb"},
                %w: tensor<!tf_type.resource<tensor<3x2xf32>>> {tf_saved_model.bound_input = @"__sm_head/w", tfg.name = "w"},
                %b: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @"__sm_head/b", tfg.name = "b"})
       -> (tensor<?x2xf32> {tf_saved_model.index_path = ["scores"], tfg.name = "scores"})
   attributes {tf_saved_model.exported_names = ["serving_default"]} {
    %t, %c0 = HashTableV2 name("table") {key_dtype = !tf_type.string, value_dtype = i64, shared_name = "vocabulary_table"} : () -> (tensor<*x!tf_type.resource>)
    %d, %c1 = Const name("unknown") {dtype = i64, value = dense<3> : tensor<i64>} : () -> (tensor<*xi64>)
    %i, %c2 = LookupTableFindV2(%t, %words, %d) name("ids") {Tin = !tf_type.string, Tout = i64} : (tensor<*x!tf_type.resource>, tensor<?x!tf_type.string>, tensor<*xi64>) -> (tensor<*xi64>)
    %e, %c3 = ResourceGather(%emb, %i) name("rows") {dtype = f32, Tindices = i64, batch_dims = 0 : i64, validate_indices = true} : (tensor<!tf_type.resource<tensor<4x3xf32>>>, tensor<*xi64>) -> (tensor<*xf32>)
    %rw, %c4 = ReadVariableOp(%w) name("rw") {dtype = f32} : (tensor<!tf_type.resource<tensor<3x2xf32>>>) -> (tensor<*xf32>)
    %rb, %c5 = ReadVariableOp(%b) name("rb") {dtype = f32} : (tensor<!tf_type.resource<tensor<2xf32>>>) -> (tensor<*xf32>)
    %m, %c6 = MatMul(%e, %rw) name("product") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    %l, %c7 = BiasAdd(%m, %rb) name("logits") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    %s, %c8 = Softmax(%l) name("softmax") {T = f32} : (tensor<*xf32>) -> (tensor<?x2xf32>)
    return(%s) : tensor<?x2xf32>
  }
  tfg.func @lookup(%words: tensor<?x!tf_type.string> {tf_saved_model.index_path = ["words"], tfg.name = "words"})
       -> (tensor<?xi64> {tf_saved_model.index_path = ["ids"], tfg.name = "ids"}, tensor<i64> {tf_saved_model.index_path = ["size"], tfg.name = "size"})
   attributes {tf_saved_model.exported_names = ["lookup"]} {
    %t, %c0 = HashTableV2 name("table") {key_dtype = !tf_type.string, value_dtype = i64, shared_name = "vocabulary_table"} : () -> (tensor<*x!tf_type.resource>)
    %d, %c1 = Const name("unknown") {dtype = i64, value = dense<3> : tensor<i64>} : () -> (tensor<*xi64>)
    %i, %c2 = LookupTableFindV2(%t, %words, %d) name("find") {Tin = !tf_type.string, Tout = i64} : (tensor<*x!tf_type.resource>, tensor<?x!tf_type.string>, tensor<*xi64>) -> (tensor<?xi64>)
    %n, %c3 = LookupTableSizeV2(%t) name("count") : (tensor<*x!tf_type.resource>) -> (tensor<i64>)
    return(%i, %n) : tensor<?xi64>, tensor<i64>
  }
  tfg.func @start(%file: tensor<!tf_type.string> {tf_saved_model.bound_input = @vocabulary, tfg.name = "file"})
   attributes {tf_saved_model.exported_names = ["tf_saved_model.session_initializer_init"], tf_saved_model.initializer_type = "init_op"} {
    %t, %c0 = HashTableV2 name("table") {key_dtype = !tf_type.string, value_dtype = i64, shared_name = "vocabulary_table"} : () -> (tensor<*x!tf_type.resource>)
    %c1 = InitializeTableFromTextFileV2(%t, %file) name("fill") {delimiter = "\09", key_index = -2 : i64, offset = 0 : i64, value_index = -1 : i64, vocab_size = -1 : i64} : tensor<*x!tf_type.resource>, tensor<!tf_type.string>
    return [%c1 {tfg.name = "fill"}]
  }
}

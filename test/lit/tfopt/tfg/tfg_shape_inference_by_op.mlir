// RUN: tf-opt %s --tfg-shape-inference --split-input-file | filecheck %s

/// Types as TensorFlow 2.21 writes them when it imports these graphs (tf.mlir.experimental.convert_graph_def).
tfg.graph #tf_type.version<producer = 2474, min_consumer = 0> {
  /// A picture has as many channels as are asked for; its size stands in its file.
  %Placeholder, %ctl = Placeholder name("text") {dtype = !tf_type.string, shape = #tf_type.shape<>} : () -> (tensor<*x!tf_type.string>)
  // CHECK: name("jpeg3"){{.*}} -> (tensor<?x?x3xui8>){{$}}
  %DecodeJpeg, %ctl_0 = DecodeJpeg(%Placeholder) name("jpeg3") {acceptable_fraction = 1.000000e+00 : f32, channels = 3 : i64, dct_method = "", fancy_upscaling = true, ratio = 1 : i64, try_recover_truncated = false} : (tensor<*x!tf_type.string>) -> (tensor<*xui8>)
  // CHECK: name("jpeg"){{.*}} -> (tensor<?x?x?xui8>){{$}}
  %DecodeJpeg_1, %ctl_2 = DecodeJpeg(%Placeholder) name("jpeg") {acceptable_fraction = 1.000000e+00 : f32, channels = 0 : i64, dct_method = "", fancy_upscaling = true, ratio = 1 : i64, try_recover_truncated = false} : (tensor<*x!tf_type.string>) -> (tensor<*xui8>)
  // CHECK: name("png1"){{.*}} -> (tensor<?x?x1xui8>){{$}}
  %DecodePng, %ctl_3 = DecodePng(%Placeholder) name("png1") {channels = 1 : i64, dtype = ui8} : (tensor<*x!tf_type.string>) -> (tensor<*xui8>)
  // CHECK: name("bmp"){{.*}} -> (tensor<?x?x?xui8>){{$}}
  %DecodeBmp, %ctl_4 = DecodeBmp(%Placeholder) name("bmp") {channels = 0 : i64} : (tensor<*x!tf_type.string>) -> (tensor<*xui8>)

  /// How many segments there are is told by their numbers, which are not looked at; where it is an operand, it is.
  %Placeholder_5, %ctl_6 = Placeholder name("data") {dtype = f32, shape = #tf_type.shape<4x-1x3>} : () -> (tensor<*xf32>)
  %Placeholder_7, %ctl_8 = Placeholder name("ids") {dtype = i32, shape = #tf_type.shape<4>} : () -> (tensor<*xi32>)
  // CHECK: name("segment"){{.*}} -> (tensor<?x?x3xf32>){{$}}
  %SegmentSum, %ctl_11 = SegmentSum(%Placeholder_5, %Placeholder_7) name("segment") {T = f32, Tindices = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_9, %ctl_10 = Placeholder name("anyids") {dtype = i32, shape = #tf_type.shape<*>} : () -> (tensor<*xi32>)
  // CHECK: name("segment_any"){{.*}} -> (tensor<?x?x3xf32>){{$}}
  %SegmentMax, %ctl_12 = SegmentMax(%Placeholder_5, %Placeholder_9) name("segment_any") {T = f32, Tindices = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const, %ctl_13 = Const name("Const") {dtype = i32, value = dense<7> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("unsorted"){{.*}} -> (tensor<7x?x3xf32>){{$}}
  %UnsortedSegmentSum, %ctl_14 = UnsortedSegmentSum(%Placeholder_5, %Placeholder_7, %Const) name("unsorted") {T = f32, Tindices = i32, Tnumsegments = i32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)

  /// A slice has the sizes that are known, wherever it begins; a size of -1 is the rest only where all sizes are known.
  %Placeholder_15, %ctl_16 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<5x6>} : () -> (tensor<*xf32>)
  %Placeholder_17, %ctl_18 = Placeholder name("beg") {dtype = i32, shape = #tf_type.shape<2>} : () -> (tensor<*xi32>)
  %Placeholder_19, %ctl_20 = Placeholder name("siz") {dtype = i32, shape = #tf_type.shape<2>} : () -> (tensor<*xi32>)
  // CHECK: name("slice_none"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Slice, %ctl_21 = Slice(%Placeholder_15, %Placeholder_17, %Placeholder_19) name("slice_none") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_22, %ctl_23 = Const name("Const_1") {dtype = i32, value = dense<[2, 3]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("slice_size"){{.*}} -> (tensor<2x3xf32>){{$}}
  %Slice_24, %ctl_25 = Slice(%Placeholder_15, %Placeholder_17, %Const_22) name("slice_size") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_26, %ctl_27 = Const name("Const_2") {dtype = i32, value = dense<1> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("slice_begin"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Slice_28, %ctl_29 = Slice(%Placeholder_15, %Const_26, %Placeholder_19) name("slice_begin") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_30, %ctl_31 = Const name("Const_3") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %Placeholder_32, %ctl_33 = Placeholder name("one") {dtype = i32, shape = #tf_type.shape<>} : () -> (tensor<*xi32>)
  %Pack, %ctl_34 = Pack(%Const_30, %Placeholder_32) name("part") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("slice_part"){{.*}} -> (tensor<2x?xf32>){{$}}
  %Slice_35, %ctl_36 = Slice(%Placeholder_15, %Placeholder_17, %Pack) name("slice_part") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_37, %ctl_38 = Const name("Const_4") {dtype = i32, value = dense<1> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Const_39, %ctl_40 = Const name("Const_5") {dtype = i32, value = dense<[-1, 3]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("slice_rest"){{.*}} -> (tensor<4x3xf32>){{$}}
  %Slice_41, %ctl_42 = Slice(%Placeholder_15, %Const_37, %Const_39) name("slice_rest") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)

  /// The sixth result of the third batch normalization depends on the device.
  %Placeholder_43, %ctl_44 = Placeholder name("im") {dtype = f32, shape = #tf_type.shape<1x4x4x3>} : () -> (tensor<*xf32>)
  %Const_45, %ctl_46 = Const name("Const_6") {dtype = f32, value = dense<1.000000e+00> : tensor<3xf32>} : () -> (tensor<*xf32>)
  // CHECK: name("norm3"){{.*}} -> (tensor<1x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<*xf32>){{$}}
  %FusedBatchNormV3:6, %ctl_47 = FusedBatchNormV3(%Placeholder_43, %Const_45, %Const_45, %Const_45, %Const_45) name("norm3") {T = f32, U = f32, data_format = "NHWC", epsilon = 9.99999974E-5 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // CHECK: name("norm2"){{.*}} -> (tensor<1x4x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>){{$}}
  %FusedBatchNormV2:5, %ctl_48 = FusedBatchNormV2(%Placeholder_43, %Const_45, %Const_45, %Const_45, %Const_45) name("norm2") {T = f32, U = f32, data_format = "NHWC", epsilon = 9.99999974E-5 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

  /// Quantization has a range for all, or for each place along an axis.
  %Const_49, %ctl_50 = Const name("Const_7") {dtype = f32, value = dense<0.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  %Const_51, %ctl_52 = Const name("Const_8") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  // CHECK: name("quantize"){{.*}} -> (tensor<5x6x!tf_type.quint8>, tensor<f32>, tensor<f32>){{$}}
  %QuantizeV2:3, %ctl_53 = QuantizeV2(%Placeholder_15, %Const_49, %Const_51) name("quantize") {T = !tf_type.quint8, axis = -1 : i64, ensure_minimum_range = 0.00999999977 : f32, mode = "MIN_COMBINED", narrow_range = false, round_mode = "HALF_AWAY_FROM_ZERO"} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*x!tf_type.quint8>, tensor<*xf32>, tensor<*xf32>)
  %Const_54, %ctl_55 = Const name("Const_9") {dtype = f32, value = dense<0.000000e+00> : tensor<6xf32>} : () -> (tensor<*xf32>)
  %Const_56, %ctl_57 = Const name("Const_10") {dtype = f32, value = dense<1.000000e+00> : tensor<6xf32>} : () -> (tensor<*xf32>)
  // CHECK: name("quantize_axis"){{.*}} -> (tensor<5x6x!tf_type.quint8>, tensor<6xf32>, tensor<6xf32>){{$}}
  %QuantizeV2_58:3, %ctl_59 = QuantizeV2(%Placeholder_15, %Const_54, %Const_56) name("quantize_axis") {T = !tf_type.quint8, axis = 1 : i64, ensure_minimum_range = 0.00999999977 : f32, mode = "MIN_COMBINED", narrow_range = false, round_mode = "HALF_AWAY_FROM_ZERO"} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*x!tf_type.quint8>, tensor<*xf32>, tensor<*xf32>)

  /// Scalar strings are joined to any shape.
  %Placeholder_60, %ctl_61 = Placeholder name("t") {dtype = !tf_type.string, shape = #tf_type.shape<3>} : () -> (tensor<*x!tf_type.string>)
  // CHECK: name("join"){{.*}} -> (tensor<3x!tf_type.string>){{$}}
  %StringJoin, %ctl_64 = StringJoin(%Placeholder, %Placeholder_60, %Placeholder) name("join") {N = 3 : i64, separator = ""} : (tensor<*x!tf_type.string>, tensor<*x!tf_type.string>, tensor<*x!tf_type.string>) -> (tensor<*x!tf_type.string>)
  // CHECK: name("join_scalars"){{.*}} -> (tensor<!tf_type.string>){{$}}
  %StringJoin_65, %ctl_66 = StringJoin(%Placeholder, %Placeholder) name("join_scalars") {N = 2 : i64, separator = ""} : (tensor<*x!tf_type.string>, tensor<*x!tf_type.string>) -> (tensor<*x!tf_type.string>)
  %Placeholder_62, %ctl_63 = Placeholder name("u") {dtype = !tf_type.string, shape = #tf_type.shape<*>} : () -> (tensor<*x!tf_type.string>)
  // CHECK: name("join_any"){{.*}} -> (tensor<*x!tf_type.string>){{$}}
  %StringJoin_67, %ctl_68 = StringJoin(%Placeholder, %Placeholder_62) name("join_any") {N = 2 : i64, separator = ""} : (tensor<*x!tf_type.string>, tensor<*x!tf_type.string>) -> (tensor<*x!tf_type.string>)

  /// Lists keep what is known of their elements.
  %Const_69, %ctl_70 = Const name("Const_11") {dtype = i32, value = dense<[2, -1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Const_71, %ctl_72 = Const name("Const_12") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("list"){{.*}} -> (tensor<!tf_type.variant<tensor<2x?xf32>>>){{$}}
  %TensorListReserve, %ctl_73 = TensorListReserve(%Const_69, %Const_71) name("list") {_mlir_fulltype = #tf_type.full_type<product<array<tensor<float>>>>, element_dtype = f32, shape_type = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*x!tf_type.variant>)
  %Const_74, %ctl_75 = Const name("Const_13") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %Placeholder_76, %ctl_77 = Placeholder name("item") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<*xf32>)
  // CHECK: name("set"){{.*}} -> (tensor<!tf_type.variant<tensor<2x?xf32>>>){{$}}
  %TensorListSetItem, %ctl_78 = TensorListSetItem(%TensorListReserve, %Const_74, %Placeholder_76) name("set") {_mlir_fulltype = #tf_type.full_type<product<array<tensor<float>>>>, element_dtype = f32, resize_if_index_out_of_bounds = false} : (tensor<*x!tf_type.variant>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*x!tf_type.variant>)
  %Placeholder_79, %ctl_80 = Placeholder name("item2") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<*xf32>)
  // CHECK: name("push"){{.*}} -> (tensor<!tf_type.variant<tensor<2x?xf32>>>){{$}}
  %TensorListPushBack, %ctl_81 = TensorListPushBack(%TensorListSetItem, %Placeholder_79) name("push") {_mlir_fulltype = #tf_type.full_type<product<array<tensor<float>>>>, element_dtype = f32} : (tensor<*x!tf_type.variant>, tensor<*xf32>) -> (tensor<*x!tf_type.variant>)
  %Const_82, %ctl_83 = Const name("Const_14") {dtype = i32, value = dense<9> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("resize"){{.*}} -> (tensor<!tf_type.variant<tensor<2x?xf32>>>){{$}}
  %TensorListResize, %ctl_84 = TensorListResize(%TensorListPushBack, %Const_82) name("resize") : (tensor<*x!tf_type.variant>, tensor<*xi32>) -> (tensor<*x!tf_type.variant>)
  %Const_85, %ctl_86 = Const name("Const_15") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<*xi32>)
  %Const_87, %ctl_88 = Const name("Const_16") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("empty"){{.*}} -> (tensor<!tf_type.variant<tensor<*xf32>>>){{$}}
  %EmptyTensorList, %ctl_89 = EmptyTensorList(%Const_85, %Const_87) name("empty") {_mlir_fulltype = #tf_type.full_type<product<array<tensor<float>>>>, element_dtype = f32, shape_type = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*x!tf_type.variant>)
  %Placeholder_90, %ctl_91 = Placeholder name("item3") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<*xf32>)
  // CHECK: name("push_any"){{.*}} -> (tensor<!tf_type.variant<tensor<*xf32>>>){{$}}
  %TensorListPushBack_92, %ctl_93 = TensorListPushBack(%EmptyTensorList, %Placeholder_90) name("push_any") {_mlir_fulltype = #tf_type.full_type<product<array<tensor<float>>>>, element_dtype = f32} : (tensor<*x!tf_type.variant>, tensor<*xf32>) -> (tensor<*x!tf_type.variant>)
  // CHECK: name("sum_of_lists"){{.*}} -> (tensor<!tf_type.variant<tensor<2x?xf32>>>){{$}}
  %AddN, %ctl_94 = AddN(%TensorListSetItem, %TensorListPushBack) name("sum_of_lists") {N = 2 : i64, T = !tf_type.variant} : (tensor<*x!tf_type.variant>, tensor<*x!tf_type.variant>) -> (tensor<*x!tf_type.variant>)
  // CHECK: name("sum"){{.*}} -> (tensor<5x6xf32>){{$}}
  %AddN_95, %ctl_96 = AddN(%Placeholder_15, %Placeholder_15) name("sum") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const_97, %ctl_98 = Const name("Const_17") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("stack"){{.*}} -> (tensor<?x2x?xf32>){{$}}
  %TensorListStack, %ctl_99 = TensorListStack(%TensorListPushBack, %Const_97) name("stack") {element_dtype = f32, num_elements = -1 : i64} : (tensor<*x!tf_type.variant>, tensor<*xi32>) -> (tensor<*xf32>)

  /// The handle of an array says the shape of its elements where that is whole, or where all have one; else the reader says it.
  %Const_100, %ctl_101 = Const name("Const_18") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("array"){{.*}} -> (tensor<2x!tf_type.resource<tensor<2x3xf32>>>, tensor<f32>){{$}}
  %TensorArrayV3:2, %ctl_102 = TensorArrayV3(%Const_100) name("array") {clear_after_read = true, dtype = f32, dynamic_size = false, element_shape = #tf_type.shape<2x3>, identical_element_shapes = false, tensor_array_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %Const_103, %ctl_104 = Const name("Const_19") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("gather"){{.*}} -> (tensor<2x2x3xf32>){{$}}
  %TensorArrayGatherV3, %ctl_105 = TensorArrayGatherV3(%TensorArrayV3#0, %Const_103, %TensorArrayV3#1) name("gather") {dtype = f32, element_shape = #tf_type.shape<*>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  // CHECK: name("gather_any"){{.*}} -> (tensor<?x2x3xf32>){{$}}
  %TensorArrayGatherV3_106, %ctl_107 = TensorArrayGatherV3(%TensorArrayV3#0, %Placeholder_9, %TensorArrayV3#1) name("gather_any") {dtype = f32, element_shape = #tf_type.shape<*>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const_108, %ctl_109 = Const name("Const_20") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("array_any"){{.*}} -> (tensor<2x!tf_type.resource>, tensor<f32>){{$}}
  %TensorArrayV3_110:2, %ctl_111 = TensorArrayV3(%Const_108) name("array_any") {clear_after_read = true, dtype = f32, dynamic_size = false, element_shape = #tf_type.shape<*>, identical_element_shapes = false, tensor_array_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %Const_112, %ctl_113 = Const name("Const_21") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("gather_said"){{.*}} -> (tensor<2x9xf32>){{$}}
  %TensorArrayGatherV3_114, %ctl_115 = TensorArrayGatherV3(%TensorArrayV3_110#0, %Const_112, %TensorArrayV3_110#1) name("gather_said") {dtype = f32, element_shape = #tf_type.shape<9>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)

  /// Datasets and iterators are scalars; what comes of them has the shapes that they say.
  %Const_116, %ctl_117 = Const name("Const_22") {dtype = i64, value = dense<0> : tensor<i64>} : () -> (tensor<*xi64>)
  %Const_118, %ctl_119 = Const name("Const_23") {dtype = i64, value = dense<3> : tensor<i64>} : () -> (tensor<*xi64>)
  %Const_120, %ctl_121 = Const name("Const_24") {dtype = i64, value = dense<1> : tensor<i64>} : () -> (tensor<*xi64>)
  // CHECK: name("range"){{.*}} -> (tensor<!tf_type.variant>){{$}}
  %RangeDataset, %ctl_122 = RangeDataset(%Const_116, %Const_118, %Const_120) name("range") {_mlir_fulltype = #tf_type.full_type<product<dataset<product<tensor<int64>>>>>, metadata = "", output_shapes = [#tf_type.shape<>], output_types = [i64], replicate_on_split = false} : (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>) -> (tensor<*x!tf_type.variant>)
  // CHECK: name("cardinality"){{.*}} -> (tensor<i64>){{$}}
  %DatasetCardinality, %ctl_123 = DatasetCardinality(%RangeDataset) name("cardinality") {cardinality_options = ""} : (tensor<*x!tf_type.variant>) -> (tensor<*xi64>)
  // CHECK: name("iterator"){{.*}} -> (tensor<!tf_type.resource>){{$}}
  %IteratorV2, %ctl_124 = IteratorV2 name("iterator") {container = "", output_shapes = [#tf_type.shape<5>], output_types = [i64], shared_name = ""} : () -> (tensor<*x!tf_type.resource>)
  // CHECK: name("next"){{.*}} -> (tensor<5xi64>){{$}}
  %IteratorGetNext, %ctl_125 = IteratorGetNext(%IteratorV2) name("next") {output_shapes = [#tf_type.shape<5>], output_types = [i64]} : (tensor<*x!tf_type.resource>) -> (tensor<*xi64>)

  /// What is assigned tells the shape of a reference, or replaces it where shapes are not compared.
  // CHECK: name("v"){{.*}} -> (tensor<2x3xf32>){{$}}
  %VariableV2, %ctl_126 = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<2x3>, shared_name = ""} : () -> (tensor<*xf32>)
  // CHECK: name("w"){{.*}} -> (tensor<?x3xf32>){{$}}
  %VariableV2_127, %ctl_128 = VariableV2 name("w") {container = "", dtype = f32, shape = #tf_type.shape<-1x3>, shared_name = ""} : () -> (tensor<*xf32>)
  %Placeholder_129, %ctl_130 = Placeholder name("new") {dtype = f32, shape = #tf_type.shape<-1x3>} : () -> (tensor<*xf32>)
  // CHECK: name("assign"){{.*}} -> (tensor<2x3xf32>){{$}}
  %Assign, %ctl_131 = Assign(%VariableV2, %Placeholder_129) name("assign") {T = f32, _class = ["loc:@v"], use_locking = true, validate_shape = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Placeholder_132, %ctl_133 = Placeholder name("other") {dtype = f32, shape = #tf_type.shape<7>} : () -> (tensor<*xf32>)
  // CHECK: name("assign_other"){{.*}} -> (tensor<7xf32>){{$}}
  %Assign_134, %ctl_135 = Assign(%VariableV2, %Placeholder_132) name("assign_other") {T = f32, _class = ["loc:@v"], use_locking = true, validate_shape = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Placeholder_136, %ctl_137 = Placeholder name("more") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<*xf32>)
  // CHECK: name("add"){{.*}} -> (tensor<2x3xf32>){{$}}
  %AssignAdd, %ctl_138 = AssignAdd(%VariableV2, %Placeholder_136) name("add") {T = f32, _class = ["loc:@v"], use_locking = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  // CHECK: name("temporary"){{.*}} -> (tensor<4xf32>){{$}}
  %TemporaryVariable, %ctl_139 = TemporaryVariable name("temporary") {dtype = f32, shape = #tf_type.shape<4>, var_name = ""} : () -> (tensor<*xf32>)

  /// Sizes are known that come of constants and of whole shapes, or are single sizes of a shape.
  %Placeholder_144, %ctl_145 = Placeholder name("r") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %Const_146, %ctl_147 = Const name("Shape") {dtype = i32, value = dense<[2, 3, 4]> : tensor<3xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("like_whole"){{.*}} -> (tensor<2x3x4xf32>){{$}}
  %Reshape, %ctl_148 = Reshape(%Placeholder_144, %Const_146) name("like_whole") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_149, %ctl_150 = Placeholder name("r2") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %Placeholder_142, %ctl_143 = Placeholder name("z") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
  %Shape, %ctl_151 = Shape(%Placeholder_142) name("Shape_1") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  // CHECK: name("like_part"){{.*}} -> (tensor<?x4xf32>){{$}}
  %Reshape_152, %ctl_153 = Reshape(%Placeholder_149, %Shape) name("like_part") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_154, %ctl_155 = Placeholder name("r3") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %Shape_156, %ctl_157 = Shape(%Placeholder_142) name("Shape_2") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Const_158, %ctl_159 = Const name("strided_slice/stack") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_160, %ctl_161 = Const name("strided_slice/stack_1") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_162, %ctl_163 = Const name("strided_slice/stack_2") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %StridedSlice, %ctl_164 = StridedSlice(%Shape_156, %Const_158, %Const_160, %Const_162) name("strided_slice") {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Shape_165, %ctl_166 = Shape(%Placeholder_142) name("Shape_3") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Const_167, %ctl_168 = Const name("strided_slice_1/stack") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_169, %ctl_170 = Const name("strided_slice_1/stack_1") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_171, %ctl_172 = Const name("strided_slice_1/stack_2") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %StridedSlice_173, %ctl_174 = StridedSlice(%Shape_165, %Const_167, %Const_169, %Const_171) name("strided_slice_1") {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Pack_175, %ctl_176 = Pack(%StridedSlice, %StridedSlice_173) name("stack_1") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("of_sizes"){{.*}} -> (tensor<?x4xf32>){{$}}
  %Reshape_177, %ctl_178 = Reshape(%Placeholder_154, %Pack_175) name("of_sizes") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_179, %ctl_180 = Placeholder name("r4") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %Shape_181, %ctl_182 = Shape(%Placeholder_142) name("Shape_4") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Const_183, %ctl_184 = Const name("strided_slice_2/stack") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_185, %ctl_186 = Const name("strided_slice_2/stack_1") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_187, %ctl_188 = Const name("strided_slice_2/stack_2") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %StridedSlice_189, %ctl_190 = StridedSlice(%Shape_181, %Const_183, %Const_185, %Const_187) name("strided_slice_2") {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_191, %ctl_192 = Const name("mul/y") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %Mul, %ctl_193 = Mul(%StridedSlice_189, %Const_191) name("mul") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Shape_194, %ctl_195 = Shape(%Placeholder_142) name("Shape_5") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Const_196, %ctl_197 = Const name("strided_slice_3/stack") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_198, %ctl_199 = Const name("strided_slice_3/stack_1") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_200, %ctl_201 = Const name("strided_slice_3/stack_2") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %StridedSlice_202, %ctl_203 = StridedSlice(%Shape_194, %Const_196, %Const_198, %Const_200) name("strided_slice_3") {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_204, %ctl_205 = Const name("mul_1/y") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %Mul_206, %ctl_207 = Mul(%StridedSlice_202, %Const_204) name("mul_1") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Pack_208, %ctl_209 = Pack(%Mul, %Mul_206) name("stack_2") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("of_products"){{.*}} -> (tensor<8x?xf32>){{$}}
  %Reshape_210, %ctl_211 = Reshape(%Placeholder_179, %Pack_208) name("of_products") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_212, %ctl_213 = Const name("Rank") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %Const_214, %ctl_215 = Const name("Size") {dtype = i32, value = dense<24> : tensor<i32>} : () -> (tensor<*xi32>)
  %Pack_216, %ctl_217 = Pack(%Const_212, %Const_214) name("stack_3") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_218, %ctl_219 = Const name("of_ranks/value") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  // CHECK: name("of_ranks"){{.*}} -> (tensor<2x24xf32>){{$}}
  %Fill, %ctl_220 = Fill(%Pack_216, %Const_218) name("of_ranks") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const_221, %ctl_222 = Const name("Shape_6") {dtype = i32, value = dense<[2, 3, 4]> : tensor<3xi32>} : () -> (tensor<*xi32>)
  %Const_223, %ctl_224 = Const name("mul_2/y") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %Mul_225, %ctl_226 = Mul(%Const_221, %Const_223) name("mul_2") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_227, %ctl_228 = Const name("twice/value") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  // CHECK: name("twice"){{.*}} -> (tensor<4x6x8xf32>){{$}}
  %Fill_229, %ctl_230 = Fill(%Mul_225, %Const_227) name("twice") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Shape_231, %ctl_232 = Shape(%Placeholder_142) name("Shape_7") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Const_233, %ctl_234 = Const name("mul_3/y") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %Mul_235, %ctl_236 = Mul(%Shape_231, %Const_233) name("mul_3") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_237, %ctl_238 = Const name("twice_part/value") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  // CHECK: name("twice_part"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Fill_239, %ctl_240 = Fill(%Mul_235, %Const_237) name("twice_part") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const_241, %ctl_242 = Const name("random_uniform/shape") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_243, %ctl_244 = Const name("random_uniform/min") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %Const_245, %ctl_246 = Const name("random_uniform/max") {dtype = i32, value = dense<5> : tensor<i32>} : () -> (tensor<*xi32>)
  %RandomUniformInt, %ctl_247 = RandomUniformInt(%Const_241, %Const_243, %Const_245) name("random_uniform") {T = i32, Tout = i32, seed = 87654321 : i64, seed2 = 1 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_248, %ctl_249 = Const name("random/value") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  // CHECK: name("random"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Fill_250, %ctl_251 = Fill(%RandomUniformInt, %Const_248) name("random") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What is nearest to these: unknown operands, handles that say nothing, sizes that are known in part.
tfg.graph #tf_type.version<producer = 2474, min_consumer = 0> {
  /// How many segments there are is told by their numbers, which are not looked at; where it is an operand, it is.
  %Placeholder_6, %ctl_7 = Placeholder name("u") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %Placeholder_192, %ctl_193 = Placeholder name("ids") {dtype = i32, shape = #tf_type.shape<4>} : () -> (tensor<*xi32>)
  // CHECK: name("seg_unknown"){{.*}} -> (tensor<*xf32>){{$}}
  %SegmentSum, %ctl_194 = SegmentSum(%Placeholder_6, %Placeholder_192) name("seg_unknown") {T = f32, Tindices = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<5x6>} : () -> (tensor<*xf32>)
  %Placeholder_195, %ctl_196 = Placeholder name("ids_SegmentMean") {dtype = i32, shape = #tf_type.shape<*>} : () -> (tensor<*xi32>)
  // CHECK: name("SegmentMean"){{.*}} -> (tensor<?x6xf32>){{$}}
  %SegmentMean, %ctl_197 = SegmentMean(%Placeholder, %Placeholder_195) name("SegmentMean") {T = f32, Tindices = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_198, %ctl_199 = Placeholder name("ids_SegmentProd") {dtype = i32, shape = #tf_type.shape<*>} : () -> (tensor<*xi32>)
  // CHECK: name("SegmentProd"){{.*}} -> (tensor<?x6xf32>){{$}}
  %SegmentProd, %ctl_200 = SegmentProd(%Placeholder, %Placeholder_198) name("SegmentProd") {T = f32, Tindices = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_201, %ctl_202 = Placeholder name("ids_SegmentMin") {dtype = i32, shape = #tf_type.shape<*>} : () -> (tensor<*xi32>)
  // CHECK: name("SegmentMin"){{.*}} -> (tensor<?x6xf32>){{$}}
  %SegmentMin, %ctl_203 = SegmentMin(%Placeholder, %Placeholder_201) name("SegmentMin") {T = f32, Tindices = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)

  /// A slice has the sizes that are known, wherever it begins; a size of -1 is the rest only where all sizes are known.
  %Placeholder_0, %ctl_1 = Placeholder name("b") {dtype = i32, shape = #tf_type.shape<2>} : () -> (tensor<*xi32>)
  %Const_72, %ctl_73 = Const name("stack_7/0") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<*xi32>)
  %Placeholder_2, %ctl_3 = Placeholder name("one") {dtype = i32, shape = #tf_type.shape<>} : () -> (tensor<*xi32>)
  %Pack_74, %ctl_75 = Pack(%Const_72, %Placeholder_2) name("stack_7") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("pack_minus"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Slice_76, %ctl_77 = Slice(%Placeholder, %Placeholder_0, %Pack_74) name("pack_minus") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_111, %ctl_112 = Const name("Const_7") {dtype = i32, value = dense<0> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Const_113, %ctl_114 = Const name("stack_10/0") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<*xi32>)
  %Pack_115, %ctl_116 = Pack(%Const_113, %Placeholder_2) name("stack_10") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("zero_begin_pack_minus"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Slice_117, %ctl_118 = Slice(%Placeholder, %Const_111, %Pack_115) name("zero_begin_pack_minus") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_119, %ctl_120 = Const name("Const_8") {dtype = i32, value = dense<1> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Const_121, %ctl_122 = Const name("stack_11/0") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<*xi32>)
  %Pack_123, %ctl_124 = Pack(%Const_121, %Placeholder_2) name("stack_11") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("const_begin_pack_minus"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Slice_125, %ctl_126 = Slice(%Placeholder, %Const_119, %Pack_123) name("const_begin_pack_minus") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_127, %ctl_128 = Placeholder name("y") {dtype = f32, shape = #tf_type.shape<-1x3>} : () -> (tensor<*xf32>)
  %Const_129, %ctl_130 = Const name("stack_12/1") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<*xi32>)
  %Pack_131, %ctl_132 = Pack(%Placeholder_2, %Const_129) name("stack_12") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("y0"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Slice_133, %ctl_134 = Slice(%Placeholder_127, %Placeholder_0, %Pack_131) name("y0") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_145, %ctl_146 = Const name("stack_15/1") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %Pack_147, %ctl_148 = Pack(%Placeholder_2, %Const_145) name("stack_15") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_149, %ctl_150 = Const name("Const_9") {dtype = i32, value = dense<[2, -1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("y2"){{.*}} -> (tensor<2x3xf32>){{$}}
  %Slice_151, %ctl_152 = Slice(%Placeholder_127, %Pack_147, %Const_149) name("y2") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("z") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
  %Shape, %ctl_11 = Shape(%Placeholder_4) name("Shape") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  // CHECK: name("unk_begin_shape"){{.*}} -> (tensor<?x4xf32>){{$}}
  %Slice_12, %ctl_13 = Slice(%Placeholder, %Placeholder_0, %Shape) name("unk_begin_shape") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Shape_78, %ctl_79 = Shape(%Placeholder_4) name("Shape_2") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Const_80, %ctl_81 = Const name("Const_4") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("sub"){{.*}} -> (tensor<2xi32>){{$}}
  %Sub, %ctl_82 = Sub(%Shape_78, %Const_80) name("sub") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Shape_85, %ctl_86 = Shape(%Placeholder_4) name("Shape_3") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Const_87, %ctl_88 = Const name("strided_slice/stack") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_89, %ctl_90 = Const name("strided_slice/stack_1") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_91, %ctl_92 = Const name("strided_slice/stack_2") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %StridedSlice, %ctl_93 = StridedSlice(%Shape_85, %Const_87, %Const_89, %Const_91) name("strided_slice") {Index = i32, T = i32, begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_94, %ctl_95 = Const name("Const_5") {dtype = i32, value = dense<3> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Const_96, %ctl_97 = Const name("concat/axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("concat"){{.*}} -> (tensor<2xi32>){{$}}
  %ConcatV2, %ctl_98 = ConcatV2(%StridedSlice, %Const_94, %Const_96) name("concat") {N = 2 : i64, T = i32, Tidx = i32} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Const_32, %ctl_33 = Const name("Const_1") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Shape_34, %ctl_35 = Shape(%Placeholder_4) name("Shape_1") {T = f32, _mlir_fulltype = #tf_type.full_type<product<shape_tensor<int32>>>, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  // CHECK: name("const_begin_shape"){{.*}} -> (tensor<?x4xf32>){{$}}
  %Slice_36, %ctl_37 = Slice(%Placeholder, %Const_32, %Shape_34) name("const_begin_shape") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Const_56, %ctl_57 = Const name("stack_6/0") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %Pack_58, %ctl_59 = Pack(%Const_56, %Placeholder_2) name("stack_6") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  // CHECK: name("unk_input_pack"){{.*}} -> (tensor<2x?xf32>){{$}}
  %Slice_60, %ctl_61 = Slice(%Placeholder_6, %Placeholder_0, %Pack_58) name("unk_input_pack") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_62, %ctl_63 = Placeholder name("c") {dtype = i32, shape = #tf_type.shape<2>} : () -> (tensor<*xi32>)
  // CHECK: name("unk_input_unk"){{.*}} -> (tensor<?x?xf32>){{$}}
  %Slice_64, %ctl_65 = Slice(%Placeholder_6, %Placeholder_0, %Placeholder_62) name("unk_input_unk") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Placeholder_66, %ctl_67 = Placeholder name("d") {dtype = i32, shape = #tf_type.shape<*>} : () -> (tensor<*xi32>)
  %Placeholder_68, %ctl_69 = Placeholder name("e") {dtype = i32, shape = #tf_type.shape<*>} : () -> (tensor<*xi32>)
  // CHECK: name("unk_all"){{.*}} -> (tensor<*xf32>){{$}}
  %Slice_70, %ctl_71 = Slice(%Placeholder_6, %Placeholder_66, %Placeholder_68) name("unk_all") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)

  /// Lists keep what is known of their elements.
  %Const, %ctl_8 = Const name("stack/0") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("stack"){{.*}} -> (tensor<2xi32>){{$}}
  %Pack, %ctl_9 = Pack(%Const, %Placeholder_2) name("stack") {N = 2 : i64, T = i32, axis = 0 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)

  /// The handle of an array says the shape of its elements where that is whole, or where all have one; else the reader says it.
  %Const_153, %ctl_154 = Const name("Const_10") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("array0"){{.*}} -> (tensor<2x!tf_type.resource<tensor<*xf32>>>, tensor<f32>){{$}}
  %TensorArrayV3:2, %ctl_155 = TensorArrayV3(%Const_153) name("array0") {clear_after_read = true, dtype = f32, dynamic_size = false, element_shape = #tf_type.shape<*>, identical_element_shapes = true, tensor_array_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %Const_156, %ctl_157 = Const name("Const_11") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("gather0"){{.*}} -> (tensor<*xf32>){{$}}
  %TensorArrayGatherV3, %ctl_158 = TensorArrayGatherV3(%TensorArrayV3#0, %Const_156, %TensorArrayV3#1) name("gather0") {dtype = f32, element_shape = #tf_type.shape<9x-1>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const_159, %ctl_160 = Const name("Const_12") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("array1"){{.*}} -> (tensor<2x!tf_type.resource>, tensor<f32>){{$}}
  %TensorArrayV3_161:2, %ctl_162 = TensorArrayV3(%Const_159) name("array1") {clear_after_read = true, dtype = f32, dynamic_size = false, element_shape = #tf_type.shape<-1x3>, identical_element_shapes = false, tensor_array_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %Const_163, %ctl_164 = Const name("Const_13") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("gather1"){{.*}} -> (tensor<2x9x?xf32>){{$}}
  %TensorArrayGatherV3_165, %ctl_166 = TensorArrayGatherV3(%TensorArrayV3_161#0, %Const_163, %TensorArrayV3_161#1) name("gather1") {dtype = f32, element_shape = #tf_type.shape<9x-1>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const_167, %ctl_168 = Const name("Const_14") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("array2"){{.*}} -> (tensor<2x!tf_type.resource<tensor<?x3xf32>>>, tensor<f32>){{$}}
  %TensorArrayV3_169:2, %ctl_170 = TensorArrayV3(%Const_167) name("array2") {clear_after_read = true, dtype = f32, dynamic_size = false, element_shape = #tf_type.shape<-1x3>, identical_element_shapes = true, tensor_array_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %Const_171, %ctl_172 = Const name("Const_15") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  // CHECK: name("gather2"){{.*}} -> (tensor<2x?x3xf32>){{$}}
  %TensorArrayGatherV3_173, %ctl_174 = TensorArrayGatherV3(%TensorArrayV3_169#0, %Const_171, %TensorArrayV3_169#1) name("gather2") {dtype = f32, element_shape = #tf_type.shape<9x-1>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Placeholder_183, %ctl_184 = Placeholder name("handle") {dtype = !tf_type.resource, shape = #tf_type.shape<2>} : () -> (tensor<*x!tf_type.resource>)
  %Const_185, %ctl_186 = Const name("Const_18") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Const_175, %ctl_176 = Const name("Const_16") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<*xi32>)
  %TensorArrayV3_177:2, %ctl_178 = TensorArrayV3(%Const_175) name("array3") {clear_after_read = true, dtype = f32, dynamic_size = false, element_shape = #tf_type.shape<2x3>, identical_element_shapes = false, tensor_array_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  // CHECK: name("gather_nothing"){{.*}} -> (tensor<*xf32>){{$}}
  %TensorArrayGatherV3_187, %ctl_188 = TensorArrayGatherV3(%Placeholder_183, %Const_185, %TensorArrayV3_177#1) name("gather_nothing") {dtype = f32, element_shape = #tf_type.shape<*>} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const_189, %ctl_190 = Const name("read/index") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  // CHECK: name("read"){{.*}} -> (tensor<2x3xf32>){{$}}
  %TensorArrayReadV3, %ctl_191 = TensorArrayReadV3(%TensorArrayV3_177#0, %Const_189, %TensorArrayV3_177#1) name("read") {dtype = f32} : (tensor<*x!tf_type.resource>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
}

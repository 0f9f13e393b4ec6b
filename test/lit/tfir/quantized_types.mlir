// RUN: tf-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: @uniform(!quant.uniform<i8:f32, 2.000000e+00>, !quant.uniform<i8<-8:7>:f32:1, {2.000000e+00:3,1.000000e+00}>, !quant.uniform<u8:f32, 1.000000e+00:128>)
func.func private @uniform(!quant.uniform<i8:f32, 2.0>, !quant.uniform<i8<-8:7>:f32:1, {2.0:3, 1.0}>, !quant.uniform<u8:f32, 1.0:128>)

// CHECK: @blocks(!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}1.000000e+00:1, 2.000000e+00}, {3.000000e+00, 4.000000e+00:-1}}>)
func.func private @blocks(!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0:1, 2.0}, {3.0, 4.0:-1}}>)

// A range that is the storage's own is not written.
// CHECK: @any(!quant.any<i8<-4:3>>, !quant.any<i8:f32>, !quant.any<u4<2:3>:f16>)
func.func private @any(!quant.any<i8<-4:3>>, !quant.any<i8<-128:127>:f32>, !quant.any<u4<2:3>:f16>)

// CHECK: @calibrated(!quant.calibrated<f32<-5.000000e-01:1.500000e+00>>)
func.func private @calibrated(!quant.calibrated<f32<-0.5:1.5>>)

// -----

// expected-error @+1 {{illegal storage type size: 33}}
func.func private @f(!quant.uniform<i33:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage type prefix}}
func.func private @f(!quant.uniform<f8:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage type minimum: -129}}
func.func private @f(!quant.uniform<i8<-129:7>:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage type maximum: 256}}
func.func private @f(!quant.uniform<u8<0:256>:f32, 1.0>)

// -----

// expected-error @+1 {{illegal storage min and storage max: (7:-8)}}
func.func private @f(!quant.uniform<i8<7:-8>:f32, 1.0>)

// -----

// expected-error @+1 {{invalid kind of type specified}}
func.func private @f(!quant.uniform<i8:i32, 1.0>)

// -----

// expected-error @+1 {{unexpected decimal integer literal for a floating point value}}
func.func private @f(!quant.uniform<i8:f32, 1>)

// -----

// expected-error @+1 {{illegal block size: 0}}
func.func private @f(!quant.uniform<i8:f32:{0:0}, {1.0}>)

// -----

// expected-error @+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1}, {{1.0, 2.0}, {3.0}}>)

// -----

// expected-error @+1 {{illegal min and max: (1.500000e+00:-5.000000e-01)}}
func.func private @f(!quant.calibrated<f32<1.5:-0.5>>)

func.func private @ext(i32, f32) -> (i32, f32)
func.func private @attrs(%a: i32 {x.y = 1 : i32}) -> (f32 {x.z})
func.func @calls(%a: i32, %b: f32) -> f32 attributes {some.attr = unit} {
  %0:2 = call @ext(%a, %b) : (i32, f32) -> (i32, f32)
  %f = constant @ext : (i32, f32) -> (i32, f32)
  %1:2 = call_indirect %f(%0#0, %b) : (i32, f32) -> (i32, f32)
  return %1#1 : f32
}
func.func @none() { return }
func.func nested @nested(%arg0: i32) -> i32 { return %arg0 : i32 }

func.func @f190(%a: index, %b: index) -> (index) {
  %0 = index.add %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.add %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f191(%a: index, %b: index) -> (index) {
  %0 = index.sub %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.sub %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f192(%a: index, %b: index) -> (index) {
  %0 = index.mul %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.mul %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
// -----
func.func @f193(%a: index, %b: index) -> (index) {
  %0 = index.divs %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.divs %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f194(%a: index, %b: index) -> (index) {
  %0 = index.divu %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.divu %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f195(%a: index, %b: index) -> (index) {
  %0 = index.ceildivs %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.ceildivs %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
// -----
func.func @f196(%a: index, %b: index) -> (index) {
  %0 = index.ceildivu %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.ceildivu %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f197(%a: index, %b: index) -> (index) {
  %0 = index.floordivs %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.floordivs %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f198(%a: index, %b: index) -> (index) {
  %0 = index.rems %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.rems %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
// -----
func.func @f199(%a: index, %b: index) -> (index) {
  %0 = index.remu %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.remu %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f200(%a: index, %b: index) -> (index) {
  %0 = index.maxs %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.maxs %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f201(%a: index, %b: index) -> (index) {
  %0 = index.maxu %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.maxu %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
// -----
func.func @f202(%a: index, %b: index) -> (index) {
  %0 = index.mins %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.mins %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f203(%a: index, %b: index) -> (index) {
  %0 = index.minu %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.minu %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f204(%a: index, %b: index) -> (index) {
  %0 = index.shl %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.shl %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
// -----
func.func @f205(%a: index, %b: index) -> (index) {
  %0 = index.shrs %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.shrs %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f206(%a: index, %b: index) -> (index) {
  %0 = index.shru %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.shru %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f207(%a: index, %b: index) -> (index) {
  %0 = index.and %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.and %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
// -----
func.func @f208(%a: index, %b: index) -> (index) {
  %0 = index.or %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.or %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f209(%a: index, %b: index) -> (index) {
  %0 = index.xor %a, %b
  %c = index.constant 12
  %d = index.constant 5
  %1 = index.xor %c, %d
  %2 = index.add %0, %1
  return %2 : index
}
func.func @f210(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp eq(%a, %b)
  %1 = index.cmp eq(%a, %a)
  return %0, %1 : i1, i1
}
// -----
func.func @f211(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp ne(%a, %b)
  %1 = index.cmp ne(%a, %a)
  return %0, %1 : i1, i1
}
func.func @f212(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp slt(%a, %b)
  %1 = index.cmp slt(%a, %a)
  return %0, %1 : i1, i1
}
func.func @f213(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp sle(%a, %b)
  %1 = index.cmp sle(%a, %a)
  return %0, %1 : i1, i1
}
// -----
func.func @f214(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp sgt(%a, %b)
  %1 = index.cmp sgt(%a, %a)
  return %0, %1 : i1, i1
}
func.func @f215(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp sge(%a, %b)
  %1 = index.cmp sge(%a, %a)
  return %0, %1 : i1, i1
}
func.func @f216(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp ult(%a, %b)
  %1 = index.cmp ult(%a, %a)
  return %0, %1 : i1, i1
}
// -----
func.func @f217(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp ule(%a, %b)
  %1 = index.cmp ule(%a, %a)
  return %0, %1 : i1, i1
}
func.func @f218(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp ugt(%a, %b)
  %1 = index.cmp ugt(%a, %a)
  return %0, %1 : i1, i1
}
func.func @f219(%a: index, %b: index) -> (i1, i1) {
  %0 = index.cmp uge(%a, %b)
  %1 = index.cmp uge(%a, %a)
  return %0, %1 : i1, i1
}
// -----
func.func @f220(%a: index, %b: i32) -> (i64, index, index, i1, index) {
  %0 = index.casts %a : index to i64
  %1 = index.castu %b : i32 to index
  %2 = index.sizeof
  %3 = index.bool.constant true
  %4 = index.constant -7
  return %0, %1, %2, %3, %4 : i64, index, index, i1, index
}

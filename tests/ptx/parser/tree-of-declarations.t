// Spaces, types, vectors, ranges, dimensions, initialisers and attributes.
// mode: ast
.version 8.0
.target sm_90
.address_size 64
.visible .global .align 16 .b8 a[4] = {1, 2, -1, 0xFF};
.const .v4 .f32 v = {1.0, 0f40000000, -2.5, 1e3};
.global .u64 p[] = {generic(a)+4, a-8, 0xFF00(a), f};
.global .u32 m[2][2] = {{1, 2}, {3, 1 + 2 * 3}};
.extern .shared .align 16 .b8 dyn[];
.global .attribute(.managed) .u32 one, two[2];
.global .attribute(.unified(19, 95)) .u32 u;
.weak .func (.reg .b32 r) f(.param .align 8 .b8 s[16], .param .f64 x) .noreturn ;
.visible .entry k(.param .u64 .ptr .global .align 16 p, .param .u64 .ptr q, .param .b8 r)
	.maxntid 256, 1, 1
	.minnctapersm 2
	.pragma "nounroll";
{
	.reg .pred %p<3>, q;
	.reg .v2 .f32 w;
	.local .align 8 .b8 depot[64];
	.pragma "a", "b";
	.loc 1 2 3
	.loc 1 4 5, function_name $L__info_string0+8, inlined_at 1 2 3
	{ ret; }
}
.alias g, f;
.file 1 "x.cu"
.file 2 "y.h", 1700000000, 4096
.section .debug_str
{
info:
	.b8 104, 0
	.b32 info+4
	.b64 info-info2
}
.pragma "unroll";
//==== expected
module .version 8.0 .target sm_90 .address_size 64
  var .visible .global .align 16 .b8 a[4] = {1, 2, -1, 255}
  var .const .v4 .f32 v = {0d3FF0000000000000, 0f40000000, 0dC004000000000000, 0d408F400000000000}
  var .global .u64 p[] = {generic(a)+4, a-8, byte 1 of a, f}
  var .global .u32 m[2][2] = {{1, 2}, {3, 7}}
  var .extern .shared .align 16 .b8 dyn[]
  var .global .attribute(.managed) .u32 one
  var .global .attribute(.managed) .u32 two[2]
  var .global .attribute(.unified 19 95) .u32 u
  func .weak f
    result .reg .b32 r
    param .param .align 8 .b8 s[16]
    param .param .f64 x
    directive .noreturn
  entry .visible k
    param .param .u64 .ptr .global .align 16 p
    param .param .u64 .ptr q
    param .param .b8 r
    directive .maxntid 256 1 1
    directive .minnctapersm 2
    directive .pragma "nounroll"
    body
      var .reg .pred %p<3>
      var .reg .pred q
      var .reg .v2 .f32 w
      var .local .align 8 .b8 depot[64]
      pragma "a"
      pragma "b"
      loc 1 2 3
      loc 1 4 5 function_name $L__info_string0+8 inlined_at 1 2 3
      block
        inst ret
  alias g of f
  file 1 "x.cu"
  file 2 "y.h" time 1700000000 size 4096
  section .debug_str
    label info
    .b8 104
    .b8 0
    .b32 info+4
    .b64 info-info2
  pragma "unroll"

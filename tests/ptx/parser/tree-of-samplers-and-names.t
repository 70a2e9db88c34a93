// Options of samplers, pointers' own alignment, weak and common names, what stands after an address, and labels.
// mode: ast
.version 8.0
.target sm_90, texmode_independent
.address_size 64
.global .samplerref s = {addr_mode_0 = clamp_to_edge, filter_mode = linear, force_unnormalized_coords = 1};
.weak .global .u32 w;
.common .global .u32 c;
.extern .func (.param .b32 r) e(.param .b64 p);
.weak .entry k(.param .u64 .ptr .shared .align 8 p, .param .u64 .ptr .const q)
{
	.reg .pred %p;
	.reg .b32 %r<9>;
	.reg .b64 %d<9>;
again:
	@%p bra again;
	@!%p bra again;
	ld.global.u32 %r1, [%d1].unified;
	mov.u32 %r1, -%r2;
	.loc 1 4 5, function_name $name, inlined_at 1 2 3
	lop3.or.b32 %r1|%p, %r2, %r3, %r4, 0xFE, !%p;
	mov.b64 {%r1, _}, %d1;
	.pragma "nounroll";
	{
		.param .b32 one;
		.shared .align 4 .b8 two[8];
	}
}
//==== expected
module .version 8.0 .target sm_90, texmode_independent .address_size 64
  var .global .samplerref s = {addr_mode_0 = clamp_to_edge, filter_mode = linear, force_unnormalized_coords = 1}
  var .weak .global .u32 w
  var .common .global .u32 c
  func .extern e
    result .param .b32 r
    param .param .b64 p
  entry .weak k
    param .param .u64 .ptr .shared .align 8 p
    param .param .u64 .ptr .const q
    body
      var .reg .pred %p
      var .reg .b32 %r<9>
      var .reg .b64 %d<9>
      label again
      inst @%p bra (name again)
      inst @!%p bra (name again)
      inst ld.global.u32 (name %r1) (addr (name %d1) .unified)
      inst mov.u32 (name %r1) (name -%r2)
      loc 1 4 5 function_name $name inlined_at 1 2 3
      inst lop3.or.b32 (pair (name %r1) (name %p)) (name %r2) (name %r3) (name %r4) (int 254) (name !%p)
      inst mov.b64 (vec (name %r1) (sink)) (name %d1)
      pragma "nounroll"
      block
        var .param .b32 one
        var .shared .align 4 .b8 two[8]

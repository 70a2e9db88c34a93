// White space may stand before the dot-words of an opcode.
// mode: ast
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	@!p add .sat
		.s32 %r1, %r2, %r3;
	ld .global .v2.u32 {a, b}, [c];
	st .weak .shared::cta .u32 [a], b;
	tex .2d .v4 .f32 .s32 d, [t, {x, y}];
}
//==== expected
module .version 8.0 .target sm_90 .address_size 64
  entry k
    body
      inst @!p add.sat.s32 (name %r1) (name %r2) (name %r3)
      inst ld.global.v2.u32 (vec (name a) (name b)) (addr (name c))
      inst st.weak.shared::cta.u32 (addr (name a)) (name b)
      inst tex.2d.v4.f32.s32 (name d) (addr (name t) (vec (name x) (name y)))

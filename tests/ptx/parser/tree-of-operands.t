// Every kind of operand as the tree has it.
// mode: ast
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b32 %r<9>, a;
	.reg .b64 %d<9>;
	.reg .pred p, q;
	mov.u32 a, -5;
	mov.u32 a, 0xFFFFFFFFFFFFFFFF;
	mov.f32 a, 0f3F800000;
	mov.f64 %d1, 1.5;
	mov.u64 %d1, sym+4*2-1;
	ld.v2.u32 {%r1, _}, [%d1+-8];
	ld.u32 a, [16];
	setp.eq.and.u32 p|q, a, 1, !p;
	vadd.s32.s32.s32 a, -%r1.b0, %r2.h1, %r3;
	tex.2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [t, s, {%r5, %r6}];
	elect.sync _|p, a;
	mov.u64 %d1, sym[2];
	ret;
}
//==== expected
module .version 8.0 .target sm_90 .address_size 64
  entry k
    body
      var .reg .b32 %r<9>
      var .reg .b32 a
      var .reg .b64 %d<9>
      var .reg .pred p
      var .reg .pred q
      inst mov.u32 (name a) (int -5)
      inst mov.u32 (name a) (int 18446744073709551615U)
      inst mov.f32 (name a) (f32 0f3F800000)
      inst mov.f64 (name %d1) (f64 0d3FF8000000000000)
      inst mov.u64 (name %d1) (name sym+7)
      inst ld.v2.u32 (vec (name %r1) (sink)) (addr (name %d1-8))
      inst ld.u32 (name a) (addr (int 16))
      inst setp.eq.and.u32 (pair (name p) (name q)) (name a) (int 1) (name !p)
      inst vadd.s32.s32.s32 (name a) (name -%r1.b0) (name %r2.h1) (name %r3)
      inst tex.2d.v4.f32.s32 (vec (name %r1) (name %r2) (name %r3) (name %r4)) (addr (name t) (name s) (vec (name %r5) (name %r6)))
      inst elect.sync (pair (sink) (name p)) (name a)
      inst mov.u64 (name %d1) (index sym 2)
      inst ret

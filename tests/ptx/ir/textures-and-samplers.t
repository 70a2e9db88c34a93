// Brackets become operands; samplers keep their options; what is resident is known.
// mode: ir
.version 8.2
.target sm_90, texmode_independent
.address_size 64
.global .texref image;
.global .samplerref own = { filter_mode = linear, addr_mode_1 = mirror };
.visible .entry k(.param .u64 h, .param .texref p)
{
	.reg .b32 %r<8>;
	.reg .f32 %f<8>;
	.reg .b64 %d<2>;
	.reg .pred %p<3>;
	ld.param.u64 %d0, [h];
	tex.1d.v4.s32.f32 {%r0, %r1, %r2, %r3}, [%d0, %f0];
	tex.a1d.v4.f32.f32 {%f0, _, _, %f3}|%p1, [image, {7, %f1}], {-1};
	@%p1 tex.a2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, own, {%r1, 0f3F000000, %f1, %f1}], {1, %r2};
	tex.grad.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [p, {%f1}], %f2, {%f3};
	tex.level.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [p, {3, %r1}], 2;
	suld.b.1d.v2.b16.clamp {%r0, %r1}, [%d0, %r1];
	sust.b.2d.b32.zero [%d0, {%r1, 4}], {%r2};
	sured.p.min.1d.b32.trap [%d0, {%r1}], 5;
	txq.level.width.b32 %r1, [image], 2;
	ret;
}
//==== expected
.version 8.2
.target sm_90, texmode_independent
.address_size 64

.global .texref image;
.global .samplerref own = {addr_mode_1 = mirror, filter_mode = linear};
.visible .entry k(
	.param .u64 h,
	.param .texref p
)
{
	.reg .b64 %d<1>;
	.reg .f32 %f<4>;
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	// block 0
	ld.param.u64 %d0, [h]; // LD
	tex.1d.v4.s32.f32 {%r0,%r1,%r2,%r3}, [%d0, {%f0}]; // TEX
	tex.a1d.v4.f32.f32 {%f0,_,_,%f3}, [image, {7,%f1}], {-1}; // TEX
	setp.eq.b32 %p1, 0, 0; // SETP_B
	@%p1 tex.a2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [image, own, {%r1,0f3F000000,%f1,%f1}], {1,%r2}; // TEX
	tex.grad.1d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [p, {%f1}], {%f2}, {%f3}; // TEX_GRAD
	tex.level.2d.v4.f32.s32 {%f0,%f1,%f2,%f3}, [p, {3,%r1}], 2; // TEX_LEVEL
	suld.b.1d.v2.b16.clamp {%r0,%r1}, [%d0, {%r1}]; // SULD
	sust.b.2d.b32.zero [%d0, {%r1,4}], %r2; // SUST
	sured.p.min.1d.b32.trap [%d0, {%r1}], 5; // SURED_P
	txq.level.width.b32 %r1, [image], 2; // TXQ_LEVEL
	ret; // RET
}


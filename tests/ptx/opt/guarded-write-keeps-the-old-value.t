// mode: opt
// options: --check-optimizer
// A guarded instruction writes some lanes; a guarded copy is a choice.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.gt.s32 %p1, %r1, 3;
	mov.u32 %r2, 5;
	@%p1 mov.u32 %r2, %r1;
	mov.u32 %r3, 6;
	@%p1 ld.global.u32 %r3, [%rd1];
	st.global.v2.u32 [%rd1], {%r2, %r3};
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 p,
	.param .u32 n
)
{
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.gt.s32 %p1, %r1, 3;
	selp.b32 %r2, %r1, 5, %p1;
	mov.b32 %r3, 6;
	@%p1 ld.global.u32 %r3, [%rd1];
	st.global.v2.u32 [%rd1], {%r2,%r3};
	ret;
}


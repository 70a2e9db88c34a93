// mode: opt
// options: --check-optimizer
// A store through another pointer may change what was loaded.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.global.u32 %r1, [%rd1];
	ld.global.u32 %r2, [%rd1];
	add.s32 %r3, %r1, %r2;
	st.global.u32 [%rd2], %r3;
	ld.global.u32 %r4, [%rd1];
	ld.global.u32 %r5, [%rd2];
	add.s32 %r6, %r4, %r5;
	st.global.u32 [%rd2+4], %r6;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 p,
	.param .u64 q
)
{
	.reg .b32 %r<5>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.global.u32 %r1, [%rd1];
	add.s32 %r2, %r1, %r1;
	st.global.u32 [%rd2], %r2;
	ld.global.u32 %r3, [%rd1];
	add.s32 %r4, %r2, %r3;
	st.global.u32 [%rd2+4], %r4;
	ret;
}


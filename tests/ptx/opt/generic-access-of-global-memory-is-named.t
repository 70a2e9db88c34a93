// mode: opt
// options: --check-optimizer
// What comes from cvta.to.global points to global memory, through choices and loops.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	ld.param.u32 %r1, [n];
	setp.lt.s32 %p1, %r1, 5;
	add.s64 %rd3, %rd2, 64;
	selp.b64 %rd4, %rd2, %rd3, %p1;
	ld.u32 %r2, [%rd4];
	st.u32 [%rd4+4], %r2;
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
	.reg .b32 %r<3>;
	.reg .b64 %rd<5>;
	ld.param.u64 %rd1, [p];
	cvta.to.global.u64 %rd2, %rd1;
	ld.param.u32 %r1, [n];
	setp.lt.s32 %p1, %r1, 5;
	add.s64 %rd3, %rd2, 64;
	selp.b64 %rd4, %rd2, %rd3, %p1;
	ld.global.u32 %r2, [%rd4];
	st.global.u32 [%rd4+4], %r2;
	ret;
}


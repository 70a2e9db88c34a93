// mode: opt
// options: --check-optimizer
// The second load does not have what the first one had.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<9>; .reg .b64 %rd<9>;
	.local .align 8 .b8 x[8];

	ld.param.u64 %rd1, [p];
	ld.global.u32 %r1, [%rd1];
	mov.u64 %rd2, x;
	cvta.local.u64 %rd3, %rd2;
	cvt.u64.u32 %rd4, %r1;
	add.u64 %rd5, %rd3, %rd4;
	st.local.u32 [x], %r1;
	ld.local.u32 %r2, [x];
	st.volatile.u32 [%rd5], 7;
	ld.local.u32 %r3, [x];
	add.u32 %r4, %r2, %r3;
	st.global.u32 [%rd1], %r4;
	ret;
}
//==== expected
.version 8.6
.target sm_90
.address_size 64

.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<6>;
	.local .align 8 .b8 x[8];
	ld.param.u64 %rd1, [p];
	ld.global.u32 %r1, [%rd1];
	mov.u64 %rd2, x;
	cvt.u64.u32 %rd3, %r1;
	add.s64 %rd4, %rd2, %rd3;
	cvta.local.u64 %rd5, %rd4;
	st.local.u32 [x], %r1;
	st.volatile.u32 [%rd5], 7;
	ld.local.u32 %r2, [x];
	add.u32 %r3, %r1, %r2;
	st.global.u32 [%rd1], %r3;
	ret;
}


// mode: opt
// options: --check-optimizer
// The address of an array became generic; its elements are shared and local memory all the same.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;
	.shared .align 4 .b8 s[256];
	.local .align 4 .b8 v[256];
	ld.param.u32 %r1, [n];
	mov.u64 %rd1, s;
	cvta.shared.u64 %rd2, %rd1;
	mov.u64 %rd3, v;
	cvta.local.u64 %rd4, %rd3;
	mul.wide.u32 %rd5, %r1, 4;
	add.s64 %rd6, %rd2, %rd5;
	add.s64 %rd7, %rd4, %rd5;
	ld.u32 %r2, [%rd6];
	st.u32 [%rd7+4], %r2;
	bar.sync 0;
	ld.u32 %r3, [%rd7+4];
	add.s32 %r4, %r3, %r2;
	atom.add.u32 %r5, [%rd6], %r4;
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
	.reg .b32 %r<5>;
	.reg .b64 %rd<6>;
	.shared .align 4 .b8 s[256];
	.local .align 4 .b8 v[256];
	ld.param.u32 %r1, [n];
	mov.u64 %rd1, s;
	mov.u64 %rd2, v;
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd4, %rd1, %rd3;
	add.s64 %rd5, %rd2, %rd3;
	ld.shared.u32 %r2, [%rd4];
	st.local.u32 [%rd5+4], %r2;
	bar.sync 0;
	add.s32 %r3, %r2, %r2;
	atom.shared.add.u32 %r4, [%rd4], %r3;
	ret;
}


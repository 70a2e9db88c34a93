// mode: opt
// options: --check-optimizer
// The pragma keeps the loop, and stays.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	mov.u32 %r2, 0;
HEAD:
	.pragma "nounroll";
	mul.wide.s32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.u32 [%rd3], %r2;
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p1, %r2, 4;
	@%p1 bra HEAD;
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
	.reg .b32 %r<2>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [p];
	mov.b32 %r1, 0;
$L__BB0_1:
	.pragma "nounroll";
	mul.wide.s32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.u32 [%rd3], %r1;
	add.s32 %r1, %r1, 1;
	setp.lt.s32 %p1, %r1, 4;
	@%p1 bra $L__BB0_1;
	ret;
}


// mode: opt
// options: --check-optimizer
// Two rounds at once, offsets instead of new addresses, the rest one by one.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, 0;
HEAD:
	.pragma "unroll 2";
	mul.wide.s32 %rd2, %r2, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.u32 [%rd3], %r2;
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p1, %r2, %r1;
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
	.reg .pred %p<5>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<6>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	max.s32 %r2, %r1, -2147483647;
	add.s32 %r3, %r2, -1;
	setp.le.s32 %p1, %r3, 0;
	mov.b32 %r4, 0;
	@%p1 bra $L__BB0_2;
$L__BB0_1:
	.pragma "nounroll";
	mul.wide.s32 %rd2, %r4, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.u32 [%rd3], %r4;
	add.s32 %r5, %r4, 1;
	st.u32 [%rd3+4], %r5;
	add.s32 %r4, %r4, 2;
	setp.lt.s32 %p2, %r4, %r3;
	@%p2 bra $L__BB0_1;
	setp.ge.s32 %p3, %r4, %r1;
	@%p3 bra $L__BB0_3;
$L__BB0_2:
	.pragma "nounroll";
	mul.wide.s32 %rd4, %r4, 4;
	add.s64 %rd5, %rd1, %rd4;
	st.u32 [%rd5], %r4;
	add.s32 %r4, %r4, 1;
	setp.lt.s32 %p4, %r4, %r1;
	@%p4 bra $L__BB0_2;
$L__BB0_3:
	ret;
}


// mode: opt
// options: --check-optimizer
// Values that change places are not lost.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, 1;
	mov.u32 %r3, 2;
HEAD:
	.pragma "nounroll";
	mov.u32 %r4, %r2;
	mov.u32 %r2, %r3;
	mov.u32 %r3, %r4;
	add.s32 %r1, %r1, -1;
	setp.gt.s32 %p1, %r1, 0;
	@%p1 bra HEAD;
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
	.reg .b32 %r<5>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.b32 %r2, 2;
	mov.b32 %r3, 1;
$L__BB0_1:
	.pragma "nounroll";
	add.s32 %r1, %r1, -1;
	setp.le.s32 %p1, %r1, 0;
	@%p1 bra $L__BB0_2;
	mov.b32 %r4, %r2;
	mov.b32 %r2, %r3;
	mov.b32 %r3, %r4;
	bra.uni $L__BB0_1;
$L__BB0_2:
	st.global.v2.u32 [%rd1], {%r2,%r3};
	ret;
}


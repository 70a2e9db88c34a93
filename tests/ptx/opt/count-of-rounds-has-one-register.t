// mode: opt
// options: --check-optimizer
// What only counts the rounds has one register, also where lanes make different numbers of them.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;

	ld.param.u64 %rd1, [p];
	mov.u32 %r2, %tid.x;
	mov.u32 %r3, 0;
HEAD:
	.pragma "nounroll";
	shr.u32 %r2, %r2, 1;
	add.s32 %r3, %r3, 1;
	setp.ne.u32 %p1, %r2, 0;
	@%p1 bra HEAD;
	st.global.u32 [%rd1], %r3;
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
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %tid.x;
	mov.b32 %r2, 0;
$L__BB0_1:
	.pragma "nounroll";
	shr.u32 %r1, %r1, 1;
	add.s32 %r2, %r2, 1;
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra $L__BB0_1;
	st.global.u32 [%rd1], %r2;
	ret;
}


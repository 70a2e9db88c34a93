// mode: opt
// options: --check-optimizer
// Both ways into L have loaded [p]; into M one has stored.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.global.u32 %r1, [%rd1];
	setp.eq.u32 %p1, %r1, 3;
	@%p1 bra L;
	ld.global.u32 %r2, [%rd2];
	setp.ne.u32 %p2, %r1, %r2;
	@%p2 bra M;
L:
	ld.global.u32 %r3, [%rd1];
	mul.lo.u32 %r4, %r3, 5;
	st.global.u32 [%rd2+4], %r4;
M:
	ld.global.u32 %r5, [%rd1];
	st.global.u32 [%rd2+8], %r5;
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
	.reg .pred %p<3>;
	.reg .b32 %r<5>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [p];
	ld.param.u64 %rd2, [q];
	ld.global.u32 %r1, [%rd1];
	setp.eq.u32 %p1, %r1, 3;
	@%p1 bra $L__BB0_1;
	ld.global.u32 %r2, [%rd2];
	setp.ne.u32 %p2, %r1, %r2;
	@%p2 bra $L__BB0_2;
$L__BB0_1:
	mul.lo.u32 %r3, %r1, 5;
	st.global.u32 [%rd2+4], %r3;
$L__BB0_2:
	ld.global.u32 %r4, [%rd1];
	st.global.u32 [%rd2+8], %r4;
	ret;
}


// mode: opt
// options: --check-optimizer
// i <= n runs once for n = 0: the bound of two rounds at once is n with <, not n - 1 with <=.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, 0;
	mov.u32 %r3, 0;
HEAD:
	.pragma "unroll 2";
	mad.lo.u32 %r3, %r2, 3, %r3;
	add.u32 %r2, %r2, 1;
	setp.le.u32 %p1, %r2, %r1;
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
	.reg .pred %p<5>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.le.u32 %p1, %r1, 0;
	mov.b32 %r2, 0;
	mov.b32 %r3, 0;
	@%p1 bra $L__BB0_2;
$L__BB0_1:
	.pragma "nounroll";
	mad.lo.u32 %r4, %r3, 3, %r2;
	add.u32 %r5, %r3, 1;
	mad.lo.u32 %r2, %r5, 3, %r4;
	add.u32 %r3, %r3, 2;
	setp.lt.u32 %p2, %r3, %r1;
	@%p2 bra $L__BB0_1;
	setp.gt.u32 %p3, %r3, %r1;
	@%p3 bra $L__BB0_3;
$L__BB0_2:
	.pragma "nounroll";
	mad.lo.u32 %r2, %r3, 3, %r2;
	add.u32 %r3, %r3, 1;
	setp.le.u32 %p4, %r3, %r1;
	@%p4 bra $L__BB0_2;
$L__BB0_3:
	st.global.u32 [%rd1], %r2;
	ret;
}


// mode: opt
// options: --check-optimizer
// A while loop becomes a do-while loop with a test in front.
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
	.pragma "nounroll";
	setp.ge.s32 %p1, %r2, %r1;
	@%p1 bra OUT;
	atom.global.add.u32 %r3, [%rd1], %r2;
	add.s32 %r2, %r2, 1;
	bra HEAD;
OUT:
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
	.reg .pred %p<3>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.le.s32 %p1, %r1, 0;
	mov.b32 %r2, 0;
	@%p1 bra $L__BB0_2;
$L__BB0_1:
	.pragma "nounroll";
	atom.global.add.u32 %r3, [%rd1], %r2;
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p2, %r2, %r1;
	@%p2 bra $L__BB0_1;
$L__BB0_2:
	ret;
}


// mode: opt
// options: --check-optimizer
// Pure instructions and loads that nothing in the loop can change.
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
	mul.lo.s32 %r3, %r1, %r1;
	ld.global.nc.u32 %r4, [%rd1];
	add.s32 %r5, %r3, %r4;
	atom.global.add.u32 %r6, [%rd1+64], %r5;
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
	.reg .pred %p<2>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	ld.global.nc.u32 %r2, [%rd1];
	mad.lo.s32 %r3, %r1, %r1, %r2;
	mov.b32 %r4, 0;
$L__BB0_1:
	.pragma "nounroll";
	atom.global.add.u32 %r5, [%rd1+64], %r3;
	add.s32 %r4, %r4, 1;
	setp.lt.s32 %p1, %r4, %r1;
	@%p1 bra $L__BB0_1;
	ret;
}


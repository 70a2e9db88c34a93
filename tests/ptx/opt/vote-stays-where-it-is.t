// mode: opt
// options: --check-optimizer
// What lanes do together is neither moved nor shared, even with equal operands.
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<30>; .reg .b64 %rd<20>; .reg .pred %p<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;

	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	setp.gt.s32 %p1, %r1, 3;
	vote.sync.ballot.b32 %r2, %p1, 0xffffffff;
	vote.sync.ballot.b32 %r3, %p1, 0xffffffff;
	add.s32 %r4, %r2, %r3;
	st.global.u32 [%rd1], %r4;
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
	setp.gt.s32 %p1, %r1, 3;
	vote.sync.ballot.b32 %r2, %p1, 4294967295;
	vote.sync.ballot.b32 %r3, %p1, 4294967295;
	add.s32 %r4, %r2, %r3;
	st.global.u32 [%rd1], %r4;
	ret;
}


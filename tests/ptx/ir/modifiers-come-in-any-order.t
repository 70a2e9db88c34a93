// Other assemblers take modifiers in any order; the IR prints them in one.
// mode: ir
.version 8.1
.target sm_90
.address_size 64
.visible .entry k()
{
	.reg .b32 %r<4>;
	.reg .f32 %f<4>;
	.reg .b64 %d<2>;
	.reg .pred %p<2>;
	max.relu.s32 %r1, %r2, %r3;
	max.s32.relu %r1, %r2, %r3;
	red.and.relaxed.cta.b32 [%d1], %r1;
	atom.global.v2.f32.add {%f1, %f2}, [%d1], {%f2, %f3};
	fma.ftz.rn.f32 %f1, %f2, %f3, %f1;
	vote.ballot.sync.b32 %r1, %p1, -1;
	vote.any.sync.pred %p1, %p1, -1;
	shfl.down.sync.b32 %r1, %r2, 1, 31, -1;
	match.any.b32.sync %r1, %r2, -1;
	ret;
}
//==== expected
.version 8.1
.target sm_90
.address_size 64

.visible .entry k()
{
	.reg .b64 %d<2>;
	.reg .f32 %f<4>;
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	// block 0
	max.relu.s32 %r1, %r2, %r3; // MAX_RELU
	max.relu.s32 %r1, %r2, %r3; // MAX_RELU
	red.relaxed.cta.and.b32 [%d1], %r1; // RED_BITS
	atom.global.add.v2.f32 {%f1,%f2}, [%d1], {%f2,%f3}; // ATOM_V24
	fma.rn.ftz.f32 %f1, %f2, %f3, %f1; // FMA_F32
	vote.sync.ballot.b32 %r1, %p1, 4294967295; // BALLOT_SYNC
	vote.sync.any.pred %p1, %p1, 4294967295; // VOTE_SYNC
	shfl.sync.down.b32 %r1, %r2, 1, 31, 4294967295; // SHFL_SYNC
	match.any.sync.b32 %r1, %r2, 4294967295; // MATCH_ANY
	ret; // RET
}


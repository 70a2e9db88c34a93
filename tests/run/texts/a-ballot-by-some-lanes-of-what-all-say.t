// A ballot whose answer is the same for all lanes still depends on which lanes vote: code for whole warps knows it when it
// is made, code for some lanes does not. Vectors of 16 lanes tell them apart (SIMT_JIT_DEBUG=wide).
// mode: run
// options: --block 64 --arg zeros:u32:64
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %t, %m, %b, %c, %v, %i;
	.reg .b64 %d, %w;
	.reg .pred %p, %q;
	mov.u32 %t, %tid.x;
	ld.param.u64 %d, [buf];
	mul.wide.u32 %w, %t, 4;
	add.u64 %d, %d, %w;
	// all of the second warp, and of the first one those with 8 in their number
	and.b32 %i, %t, 40;
	setp.ne.u32 %p, %i, 0;
	vote.sync.ballot.b32 %m, %p, 0xffffffff;
	@!%p bra OUT;
	vote.sync.ballot.b32 %b, 1, %m;
	add.u32 %c, %b, 1;
	st.global.u32 [%d], %c;
OUT:
	bar.warp.sync 0xffffffff;
	setp.lt.u32 %q, %t, 32;
	selp.b32 %v, 0xff00ff01, 0, %q;
	selp.b32 %v, %v, 0, %p;
	ld.global.u32 %i, [%d];
	setp.ne.u32 %q, %i, %v;
	@%q trap;
	ret;
}

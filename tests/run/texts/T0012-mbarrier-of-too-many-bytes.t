// A transaction count that copies make too small is a fault, as one that expect_tx makes too large.
// mode: run
// trap: T0012 21
// options: --block 1 --arg zeros:b8:32768
.version 8.0
.target sm_90
.address_size 64
.shared .align 128 .b8 to[32768];
.shared .align 8 .b64 x;
.entry k(.param .u64 from)
{
	.reg .b64 %d<3>;
	.reg .b32 %r;
	.reg .pred %p;
	ld.param.b64 %d1, [from];
	mbarrier.init.shared.b64 [x], 1;
	mov.b32 %r, 0;
	/* 32768 times 31 is less than 2^20, 32768 times 32 more than its greatest count */
more:
	add.u32 %r, %r, 1;
	cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [%d1], 32768, [x];
	setp.lt.u32 %p, %r, 40;
	@%p bra more;
	ret;
}

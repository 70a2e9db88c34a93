// What an arrival expects beside what is expected already: reported as what it is.
// mode: run
// trap: T0012 17
// options: --block 1
.version 8.0
.target sm_90
.address_size 64
.shared .align 8 .b64 x;
.entry k()
{
	.reg .b32 %r;
	.reg .b64 %s;
	mbarrier.init.shared.b64 [x], 4;
	mov.b32 %r, 1048575;
	mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [x], %r;
	mov.b32 %r, 1;
	mbarrier.arrive.expect_tx.shared::cta.b64 %s, [x], %r;
	ret;
}

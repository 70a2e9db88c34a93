// A stride of 2^64 / 31: lanes 0 and 31 are near each other, and those between them are nowhere.
// mode: run
// trap: T0003 17 cta (0,0,0), thread (1,0,0)
// options: --block 32 --arg zeros:u32:4096
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %i, %w;
	.reg .b64 %d, %q, %o, %v;
	mov.u32 %i, %tid.x;
	ld.param.u64 %d, [buf];
	cvt.u64.u32 %v, %i;
	mul.lo.u64 %o, %v, 595056260442243632;
	add.u64 %q, %d, %o;
	ld.global.u32 %w, [%q+4];
	st.global.u32 [%q], %w;
	ret;
}

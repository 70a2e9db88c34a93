// The last bytes of memory, read by lanes in an order of their own, four of them at once.
// mode: run
// options: --block 32 --arg zeros:u8:2097152
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %i, %x, %a, %b, %c, %e;
	.reg .b64 %d, %q, %o;
	mov.u32 %i, %tid.x;
	ld.param.u64 %d, [buf];
	add.u64 %q, %d, 2097152;
	mul.lo.u32 %x, %i, %i;
	and.b32 %x, %x, 31;
	mul.wide.u32 %o, %x, 4;
	sub.u64 %q, %q, %o;
	ld.global.u32 %x, [%q+-4];
	add.u32 %x, %x, 4;
	mul.wide.u32 %o, %x, 1;
	sub.u64 %q, %q, %o;
	ld.global.v4.u8 {%a, %b, %c, %e}, [%q];
	st.global.u8 [%d], %e;
	ret;
}

// The last bytes of memory, read off one register that rises by 2.
// mode: run
// options: --block 32 --arg zeros:u8:2097152
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buf)
{
	.reg .b32 %i, %a, %b;
	.reg .b64 %d, %q, %o, %end;
	mov.u32 %i, %tid.x;
	ld.param.u64 %d, [buf];
	add.u64 %end, %d, 2097086;
	mul.wide.u32 %o, %i, 2;
	add.u64 %q, %end, %o;
	ld.global.u8 %a, [%q+3];
	ld.global.u8 %b, [%q+2];
	add.u32 %b, %b, %a;
	st.global.u8 [%d], %b;
	ret;
}

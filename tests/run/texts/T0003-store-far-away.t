// A store far from every allocation ends the grid.
// mode: run
// trap: T0003 12
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %d;
	mov.b64 %d, 0x123456789abc;
	st.global.u32 [%d], 1;
	ret;
}

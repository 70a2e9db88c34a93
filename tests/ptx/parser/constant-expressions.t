// Constant expressions have C's operators and precedence.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .u32 %r;
	mov.u32 %r, 1 + 2 * 3 - 4 / 2 % 3;
	mov.u32 %r, (1 << 4) | 3 & ~1 ^ 8;
	mov.u32 %r, !0 && 1 || 0;
	mov.u32 %r, 5 > 3 ? 10 : 20;
	mov.u32 %r, (3 <= 4) + (4 >= 3) + (1 == 1) + (1 != 2);
	mov.u32 %r, WARP_SZ * 2;
	ret;
}

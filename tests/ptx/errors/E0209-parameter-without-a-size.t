// Only a device function's last parameter may have no size, and it takes arrays only.
// error: E0209 14:29
// error: E0209 15:28
// error: E0209 16:39
// error: E0222 25:2
// error: E0222 26:2
// error: E0222 27:2
// error: E0222 28:2
// error: E0222 29:2
.version 9.0
.target sm_90
.address_size 64
.func f(.param .b32 n, .param .align 8 .b8 va[]) { ret; }
.func g(.param .align 8 .b8 va[], .param .b32 n) { ret; }
.func (.param .align 8 .b8 r[]) h() { ret; }
.visible .entry k(.param .align 8 .b8 va[])
{
	.reg .b64 %d<3>;
	.param .b32 a;
	.param .align 4 .b8 w[8];
	.param .b64 q;
	.param .align 8 .b8 b[16];
	call f, (a);
	call f, (a, b);
	call f, (a, w);
	call f, (a, q);
	call f, (a, %d1);
	call f, (a, b, b);
	call f;
	ret;
}

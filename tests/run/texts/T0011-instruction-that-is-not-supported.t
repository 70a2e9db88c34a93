// What is known and not supported is a warning, and traps when it is reached.
// mode: run
// warning: E0117 13:2
// trap: T0011 13
// options: --block 32 --arg u64:0
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 h)
{
	.reg .b32 %r<5>;
	.reg .b64 %h;
	tex.2dms.v4.s32.s32 {%r0, %r1, %r2, %r3}, [%h, {%r4, %r4, %r4, %r4}];
	ret;
}

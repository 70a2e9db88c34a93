// A lane has at most 512 KiB.
// mode: run
// error: E0117
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.local .align 16 .b8 room[1048576];
	.reg .b32 %r;
	ld.local.u32 %r, [room];
	ret;
}

// Kernel parameters: scalars, arrays, pointers with space and alignment.
.version 8.0
.target sm_90
.address_size 64
.entry k(
	.param .u64 .ptr .global .align 16 a,
	.param .u64 .ptr .shared b,
	.param .u64 .ptr c,
	.param .align 8 .b8 s[24],
	.param .u8 d,
	.param .f64 e
)
{
	.reg .u64 %d;
	.reg .u32 %r;
	ld.param.u64 %d, [a];
	ld.param.u32 %r, [s+20];
	ret;
}

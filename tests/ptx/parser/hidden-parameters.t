// Parameters of kernels may be .hidden from .version 8.8 on; versions up to 9.5 are known.
.version 9.5
.target sm_90
.address_size 64
.entry k(.param .u32 a, .hidden .param .u64 .ptr .global .align 8 b, .hidden .param .align 8 .b8 c[8])
{
	ret;
}

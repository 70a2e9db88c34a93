// An inner scope may declare a name again.
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .u32 %a;
	mov.u32 %a, 1;
	{
		.reg .u64 %a;
		mov.u64 %a, 2;
		{
			.reg .f32 %a;
			mov.f32 %a, 0f40400000;
		}
		add.u64 %a, %a, 1;
	}
	add.u32 %a, %a, 1;
	ret;
}

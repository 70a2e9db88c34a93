// 128-bit registers move in halves.
.version 8.3
.target sm_90
.address_size 64
.entry k()
{
	.reg .b128 %q;
	.reg .b64 %a, %b;
	mov.b128 %q, {%a, %b};
	mov.b128 {%a, %b}, %q;
	ret;
}

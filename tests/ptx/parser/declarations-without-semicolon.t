// The declaration of a function may do without its `;` before the next directive.
.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 r) first(.param .b32 a)
.func second(.reg .u32 a)
.extern .func third
.visible .func fourth .noreturn
.global .u32 word;
.func (.reg .u32 r) last(.reg .u32 a)
.entry k()
{
	.reg .u32 %x;
	call (%x), last, (21);
	call second, (%x);
	ret;
}
.func second(.reg .u32 a)
{
	ret;
}
.func (.reg .u32 r) last(.reg .u32 a)
{
	mov.u32 r, a;
	ret;
}

// An indirect call must reach a function.
// mode: run
// trap: T0010 13
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %d;
	mov.b64 %d, 64;
proto: .callprototype _ ();
	call %d, (), proto;
	ret;
}

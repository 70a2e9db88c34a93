// An alias is another name of a function.
.version 8.0
.target sm_90
.address_size 64
.visible .func f() { ret; }
.visible .func g();
.alias g, f;
.entry k()
{
	call g;
	ret;
}

// A function may say that it does not return.
.version 8.0
.target sm_90
.address_size 64
.func stop() .noreturn { trap; }
.entry k()
{
	call stop;
	ret;
}

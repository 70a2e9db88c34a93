// .version 3.0 took .local variables from modules.
// error: E0212 6:13
.version 3.0
.target sm_30
.address_size 64
.local .u32 depth;
.entry k()
{
	ret;
}

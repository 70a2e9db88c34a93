// A dimension that no address space has room for.
// mode: check
// error: E0208 7:13
.version 8.0
.target sm_80
.address_size 64
.global .b8 x[18446744073709551615];
.visible .entry k()
{
	ret;
}

// The instruction trap ends the grid.
// mode: run
// trap: T0001 10
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	trap;
	ret;
}

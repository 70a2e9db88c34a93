// Only the first size may be left out, and none is negative.
// error: E0209 7:18
// error: E0209 8:16
.version 8.0
.target sm_90
.address_size 64
.global .u32 x[2][];
.global .u32 y[-1];
.entry k() { ret; }

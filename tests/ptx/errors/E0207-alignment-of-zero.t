// An alignment is at least 1.
// error: E0207 6:16
.version 8.0
.target sm_90
.address_size 64
.global .align 0 .u32 x;
.entry k() { ret; }

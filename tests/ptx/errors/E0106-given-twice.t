// What a module or declaration says once.
// error: E0106 9:10
// error: E0106 11:9
// error: E0106 13:15
// error: E0106 14:14
// error: E0106 15:25
// error: E0106 16:13
.version 8.0
.version 8.0
.target sm_90
.target sm_90
.address_size 64
.address_size 64
.global .u32 .u32 x;
.global .align 4 .align 4 .u32 y;
.global .v2 .v2 .u32 z;
.entry k() { ret; }

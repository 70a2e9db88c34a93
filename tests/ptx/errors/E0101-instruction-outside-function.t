// Instructions stand in functions.
// error: E0101 6:1
.version 8.0
.target sm_90
.address_size 64
add.s32 %r1, %r2, %r3;
.entry k() { ret; }

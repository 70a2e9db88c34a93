// A mask in an initialiser selects one byte.
// error: E0210 7:17
.version 8.0
.target sm_90
.address_size 64
.global .u32 x;
.global .u8 y = 0xFFF(x);
.entry k() { ret; }

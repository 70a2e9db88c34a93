// .version and .target come first.
// error: E0105 6:10
// error: E0105 7:9
.address_size 64
.global .u32 x;
.version 8.0
.target sm_90
.entry k() { ret; }

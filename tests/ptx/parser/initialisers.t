// Arrays take nested lists, addresses, and fewer values than elements.
.version 8.0
.target sm_90
.address_size 64
.global .u32 a = 7;
.global .u32 b[4] = {1, 2, 3};
.global .f32 m[2][3] = {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
.global .u64 pb = b;
.global .u64 pb8 = b+8;
.global .u64 gb = generic(b);
.global .u64 table[2] = {generic(b)+4, a};
.const .align 16 .b8 bytes[6] = {1, 2, 0xff, 4, -5, 6};
.global .b8 open[] = {104, 105, 0};
.entry k() { ret; }

// A function's name in an initialiser is its address.
.version 8.0
.target sm_90
.address_size 64
.func f() { ret; }
.global .u64 table[2] = {f, f};
.entry k() { ret; }

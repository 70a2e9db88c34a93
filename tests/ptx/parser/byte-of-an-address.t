// An initialiser may take one byte of an address.
.version 8.0
.target sm_90
.address_size 64
.global .u32 x;
.global .u8 y[] = {0xff(x), 0xff00(x), 0xff0000(x), 0xff000000(x)};
.entry k() { ret; }

// Strings know the escapes of C.
// error: E0006 6:11
.version 8.0
.target sm_90
.address_size 64
.file 1 "a\qb.cu"
.entry k() { ret; }

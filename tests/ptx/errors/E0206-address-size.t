// An .address_size is 32 or 64.
// error: E0206 5:15
.version 8.0
.target sm_90
.address_size 16
.entry k() { ret; }

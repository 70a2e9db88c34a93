// Line markers of a preprocessor are skipped.
.version 8.0
.target sm_90
.address_size 64
# 1 "a.ptx"
#line 7 "b.ptx"
.entry k() { ret; }

// Directives that take one to three values, and one that takes none.
// error: E0220 9:12
// error: E0220 10:12
// error: E0220 11:12
// error: E0220 12:11
.version 8.0
.target sm_90
.address_size 64
.entry k() .maxntid { ret; }
.entry l() .maxntid 1, 2, 3, 4 { ret; }
.entry m() .minnctapersm 1, 2 { ret; }
.func f() .noreturn 1 { trap; }

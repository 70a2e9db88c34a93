// A .version is two numbers.
// error: E0204 3:10
.version 8.
.target sm_90
.entry k() { ret; }

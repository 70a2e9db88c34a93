// .version is the first directive.
// error: E0105 4:10
.target sm_90
.version 8.0
.entry k() { ret; }

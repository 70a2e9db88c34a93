// A module starts with .version.
// error: E0103 1:1
.target sm_90
.entry k() { ret; }

// A module names its target.
// error: E0103 1:1
.version 8.0
.entry k() { ret; }

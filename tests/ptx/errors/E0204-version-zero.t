// error: E0204 2:10
.version 0.0
.target sm_90

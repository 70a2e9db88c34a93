// Only parameters of kernels are .hidden, from .version 8.8 on.
// error: E0118 6:10
// error: E0105 7:9
.version 8.7
.target sm_90
.entry k(.hidden .param .u32 a) { ret; }
.func f(.hidden .param .u32 a) { ret; }

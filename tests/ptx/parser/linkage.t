// Names can be visible, weak, extern and common.
.version 8.0
.target sm_90
.address_size 64
.visible .global .u32 a;
.weak .global .u32 b;
.common .global .u32 c;
.extern .func (.param .b32 r) puts2(.param .b64 s);
.weak .func g() { ret; }
.visible .func h() { ret; }
.weak .entry k() { ret; }

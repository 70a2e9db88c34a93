// Managed memory and unified addresses are attributes.
.version 8.0
.target sm_90
.address_size 64
.global .attribute(.managed) .u32 m;
.global .attribute(.managed) .align 8 .b8 n[16];
.entry k() { ret; }

// Braces group, values fill in order, names are relocations.
// mode: ir
.version 8.0
.target sm_90
.address_size 64
.global .s16 rows[2][3] = {{1}, {-4, -5}};
.global .f64 bits = 0f3F800000;
.global .f32 narrow[3] = {0d3FF8000000000000, 2.0};
.const .u64 to[3] = {rows + 2, generic(bits), k};
.global .u8 parts[4] = {0xFF(rows), 0xFF00(rows), 7};
.global .v2 .u32 pairs[] = {{1, 2}, {3, 4}};
.visible .entry k()
{
	ret;
}
//==== expected
.version 8.0
.target sm_90
.address_size 64

.global .align 2 .s16 rows[2][3] = {{1, -4, -5}};
.global .align 8 .f64 bits = 0d000000003F800000;
.global .align 4 .f32 narrow[3] = {0f3FC00000, 0f40000000};
.const .align 8 .u64 to[3] = {rows+2, generic(bits), k};
.global .align 1 .u8 parts[4] = {0xFF(rows), 0xFF00(rows), 7};
.global .align 8 .v2 .u32 pairs[2] = {{1, 2}, {3, 4}};
.visible .entry k()
{
	// block 0
	ret; // RET
}


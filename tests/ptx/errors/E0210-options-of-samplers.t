// Options that samplers and textures do not have.
// error: E0210 9:31
// error: E0210 10:25
// error: E0210 11:31
.version 8.0
.target sm_90, texmode_independent
.address_size 64
.global .samplerref fine = { addr_mode_2 = mirror, filter_mode = nearest };
.global .samplerref value = { addr_mode_0 = sideways };
.global .texref image = { filter_mode = linear };
.global .samplerref field = { width = 4 };
.entry k() { ret; }

// Constant expressions have the values that ptxas 13.0 gives them: -7 % 3 is that of unsigned numbers, and shifts take
// the low 6 bits of their count.
// mode: ast
.version 8.0
.target sm_90
.address_size 64
.visible .global .s64 i0 = -7 / 2;
.visible .global .s64 i1 = 7 / -2;
.visible .global .s64 i2 = -7 / -2;
.visible .global .s64 i3 = -7 % 3;
.visible .global .s64 i4 = 7 % 3;
.visible .global .s64 i5 = -9223372036854775808 / -1;
.visible .global .s64 i6 = 7U / 2;
.visible .global .s64 i7 = -7 / 2U;
.visible .global .s64 i8 = +5;
.visible .global .s64 i9 = -(-5);
.visible .global .s64 i10 = ~5;
.visible .global .s64 i11 = !5;
.visible .global .s64 i12 = !0;
.visible .global .s64 i13 = ~0U;
.visible .global .s64 i14 = 1 << 0;
.visible .global .s64 i15 = 1 << 63;
.visible .global .s64 i16 = 1 << 64;
.visible .global .s64 i17 = 1 << -1;
.visible .global .s64 i18 = 1 << 65;
.visible .global .s64 i19 = -8 >> 65;
.visible .global .s64 i20 = -8 >> -1;
.visible .global .s64 i21 = 8U >> 66;
.visible .global .s64 i22 = -8 >> 1;
.visible .global .s64 i23 = -8 >> 0;
.visible .global .s64 i24 = -8 >> 64;
.visible .global .s64 i25 = -8U >> 1;
.visible .global .s64 i26 = 8 >> 64;
.visible .global .s64 i27 = 5 < 3;
.visible .global .s64 i28 = 3 < 5;
.visible .global .s64 i29 = -1 < 1;
.visible .global .s64 i30 = -1 < 1U;
.visible .global .s64 i31 = 5 > 3;
.visible .global .s64 i32 = 3 >= 3;
.visible .global .s64 i33 = 2 >= 3;
.visible .global .s64 i34 = 3 <= 3;
.visible .global .s64 i35 = 4 <= 3;
.visible .global .s64 i36 = 1 == 1;
.visible .global .s64 i37 = 1 == 2;
.visible .global .s64 i38 = 1 != 1;
.visible .global .s64 i39 = 1 != 2;
.visible .global .s64 i40 = 6 & 3;
.visible .global .s64 i41 = 6 | 3;
.visible .global .s64 i42 = 6 ^ 3;
.visible .global .s64 i43 = 1 && 0;
.visible .global .s64 i44 = 2 && 3;
.visible .global .s64 i45 = 0 || 0;
.visible .global .s64 i46 = 0 || 9;
.visible .global .s64 i47 = 1 ? 2 : 3;
.visible .global .s64 i48 = 0 ? 2 : 3;
.visible .global .s64 i49 = 0 ? 2 : -3;
.visible .global .s64 i50 = 1.5 < 2.5;
.visible .global .s64 i51 = 1.5 > 2.5;
.visible .global .s64 i52 = 1.5 <= 1.5;
.visible .global .s64 i53 = 2.5 <= 1.5;
.visible .global .s64 i54 = 1.5 >= 2.5;
.visible .global .s64 i55 = 1.5 == 1.5;
.visible .global .s64 i56 = 1.5 != 1.5;
.visible .global .s64 i57 = (.s64) 5U / -2;
.visible .global .s64 i58 = (.u64) -4 / 2;
.visible .global .s64 i59 = 1.0 < 2.0 ? 7 : 8;
.visible .global .s64 i60 = 0x10 + 010 + 0b11;
.visible .global .s64 i61 = 9223372036854775808 > 0;
.visible .global .s64 i62 = 1 + 2 * 3 - 4 / 2 % 3;
.visible .global .s64 i63 = (1 << 4) | 3 & ~1 ^ 8;
.visible .global .f64 f0 = 1.5 + 2.0;
.visible .global .f64 f1 = 1.5 - 2.0;
.visible .global .f64 f2 = 1.5 * 2.0;
.visible .global .f64 f3 = 1.5 / 2.0;
.visible .global .f64 f4 = -1.5;
.visible .global .f64 f5 = +1.5;
.visible .global .f64 f6 = -0.0;
.visible .global .f64 f7 = -0d3FF0000000000000;
.visible .global .f64 f8 = 1e300 * 1e300;
.visible .global .f64 f9 = 0d7FF0000000000000 - 1.0;
.visible .global .f32 narrowed = 0f40000000;
.visible .entry k() { ret; }
//==== expected
module .version 8.0 .target sm_90 .address_size 64
  var .visible .global .s64 i0 = -3
  var .visible .global .s64 i1 = -3
  var .visible .global .s64 i2 = 3
  var .visible .global .s64 i3 = 0
  var .visible .global .s64 i4 = 1
  var .visible .global .s64 i5 = 0
  var .visible .global .s64 i6 = 3
  var .visible .global .s64 i7 = 9223372036854775804
  var .visible .global .s64 i8 = 5
  var .visible .global .s64 i9 = 5
  var .visible .global .s64 i10 = -6
  var .visible .global .s64 i11 = 0
  var .visible .global .s64 i12 = 1
  var .visible .global .s64 i13 = -1
  var .visible .global .s64 i14 = 1
  var .visible .global .s64 i15 = -9223372036854775808
  var .visible .global .s64 i16 = 1
  var .visible .global .s64 i17 = -9223372036854775808
  var .visible .global .s64 i18 = 2
  var .visible .global .s64 i19 = -4
  var .visible .global .s64 i20 = -1
  var .visible .global .s64 i21 = 2
  var .visible .global .s64 i22 = -4
  var .visible .global .s64 i23 = -8
  var .visible .global .s64 i24 = -8
  var .visible .global .s64 i25 = 9223372036854775804
  var .visible .global .s64 i26 = 8
  var .visible .global .s64 i27 = 0
  var .visible .global .s64 i28 = 1
  var .visible .global .s64 i29 = 1
  var .visible .global .s64 i30 = 0
  var .visible .global .s64 i31 = 1
  var .visible .global .s64 i32 = 1
  var .visible .global .s64 i33 = 0
  var .visible .global .s64 i34 = 1
  var .visible .global .s64 i35 = 0
  var .visible .global .s64 i36 = 1
  var .visible .global .s64 i37 = 0
  var .visible .global .s64 i38 = 0
  var .visible .global .s64 i39 = 1
  var .visible .global .s64 i40 = 2
  var .visible .global .s64 i41 = 7
  var .visible .global .s64 i42 = 5
  var .visible .global .s64 i43 = 0
  var .visible .global .s64 i44 = 1
  var .visible .global .s64 i45 = 0
  var .visible .global .s64 i46 = 1
  var .visible .global .s64 i47 = 2
  var .visible .global .s64 i48 = 3
  var .visible .global .s64 i49 = -3
  var .visible .global .s64 i50 = 1
  var .visible .global .s64 i51 = 0
  var .visible .global .s64 i52 = 1
  var .visible .global .s64 i53 = 0
  var .visible .global .s64 i54 = 0
  var .visible .global .s64 i55 = 1
  var .visible .global .s64 i56 = 0
  var .visible .global .s64 i57 = -2
  var .visible .global .s64 i58 = 9223372036854775806
  var .visible .global .s64 i59 = 7
  var .visible .global .s64 i60 = 27
  var .visible .global .s64 i61 = 1
  var .visible .global .s64 i62 = 5
  var .visible .global .s64 i63 = 26
  var .visible .global .f64 f0 = 0d400C000000000000
  var .visible .global .f64 f1 = 0dBFE0000000000000
  var .visible .global .f64 f2 = 0d4008000000000000
  var .visible .global .f64 f3 = 0d3FE8000000000000
  var .visible .global .f64 f4 = 0dBFF8000000000000
  var .visible .global .f64 f5 = 0d3FF8000000000000
  var .visible .global .f64 f6 = 0d8000000000000000
  var .visible .global .f64 f7 = 0dBFF0000000000000
  var .visible .global .f64 f8 = 0d7FF0000000000000
  var .visible .global .f64 f9 = 0d7FF0000000000000
  var .visible .global .f32 narrowed = 0f40000000
  entry .visible k
    body
      inst ret

/* params.h - from a list of parameter types to parameters and arguments.
 *     PARAMS(int, char *)   ->   int p1, char * p2
 *     ARGS(int, char *)     ->   p1, p2
 *     FIELDS(int, char *)   ->   int p1; char * p2;
 *     KEPT(int, char *)     ->   s->p1, s->p2
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define PARAM_COUNT(...) \
	PARAM_COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define PARAM_COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count
#define PARAM_JOIN(a, b) PARAM_JOIN_(a, b)
#define PARAM_JOIN_(a, b) a##b

#define PARAMS(...) PARAM_JOIN(PARAMS_, PARAM_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define PARAMS_1(a) a p1
#define PARAMS_2(a, b) a p1, b p2
#define PARAMS_3(a, b, c) a p1, b p2, c p3
#define PARAMS_4(a, b, c, d) a p1, b p2, c p3, d p4
#define PARAMS_5(a, b, c, d, e) PARAMS_4(a, b, c, d), e p5
#define PARAMS_6(a, b, c, d, e, f) PARAMS_5(a, b, c, d, e), f p6
#define PARAMS_7(a, b, c, d, e, f, g) PARAMS_6(a, b, c, d, e, f), g p7
#define PARAMS_8(a, b, c, d, e, f, g, h) PARAMS_7(a, b, c, d, e, f, g), h p8
#define PARAMS_9(a, b, c, d, e, f, g, h, i) PARAMS_8(a, b, c, d, e, f, g, h), i p9
#define PARAMS_10(a, b, c, d, e, f, g, h, i, j) PARAMS_9(a, b, c, d, e, f, g, h, i), j p10
#define PARAMS_11(a, b, c, d, e, f, g, h, i, j, k) \
	PARAMS_10(a, b, c, d, e, f, g, h, i, j), k p11
#define PARAMS_12(a, b, c, d, e, f, g, h, i, j, k, l) \
	PARAMS_11(a, b, c, d, e, f, g, h, i, j, k), l p12
#define PARAMS_13(a, b, c, d, e, f, g, h, i, j, k, l, m) \
	PARAMS_12(a, b, c, d, e, f, g, h, i, j, k, l), m p13
#define PARAMS_14(a, b, c, d, e, f, g, h, i, j, k, l, m, n) \
	PARAMS_13(a, b, c, d, e, f, g, h, i, j, k, l, m), n p14
#define PARAMS_15(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
	PARAMS_14(a, b, c, d, e, f, g, h, i, j, k, l, m, n), o p15
#define PARAMS_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
	PARAMS_15(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o), p p16

#define ARGS(...) PARAM_JOIN(ARGS_, PARAM_COUNT(__VA_ARGS__))
#define ARGS_1 p1
#define ARGS_2 ARGS_1, p2
#define ARGS_3 ARGS_2, p3
#define ARGS_4 ARGS_3, p4
#define ARGS_5 ARGS_4, p5
#define ARGS_6 ARGS_5, p6
#define ARGS_7 ARGS_6, p7
#define ARGS_8 ARGS_7, p8
#define ARGS_9 ARGS_8, p9
#define ARGS_10 ARGS_9, p10
#define ARGS_11 ARGS_10, p11
#define ARGS_12 ARGS_11, p12
#define ARGS_13 ARGS_12, p13
#define ARGS_14 ARGS_13, p14
#define ARGS_15 ARGS_14, p15
#define ARGS_16 ARGS_15, p16

#define FIELDS(...) PARAM_JOIN(FIELDS_, PARAM_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define FIELDS_1(a) a p1;
#define FIELDS_2(a, b) FIELDS_1(a) b p2;
#define FIELDS_3(a, b, c) FIELDS_2(a, b) c p3;
#define FIELDS_4(a, b, c, d) FIELDS_3(a, b, c) d p4;
#define FIELDS_5(a, b, c, d, e) FIELDS_4(a, b, c, d) e p5;
#define FIELDS_6(a, b, c, d, e, f) FIELDS_5(a, b, c, d, e) f p6;
#define FIELDS_7(a, b, c, d, e, f, g) FIELDS_6(a, b, c, d, e, f) g p7;
#define FIELDS_8(a, b, c, d, e, f, g, h) FIELDS_7(a, b, c, d, e, f, g) h p8;
#define FIELDS_9(a, b, c, d, e, f, g, h, i) FIELDS_8(a, b, c, d, e, f, g, h) i p9;
#define FIELDS_10(a, b, c, d, e, f, g, h, i, j) FIELDS_9(a, b, c, d, e, f, g, h, i) j p10;
#define FIELDS_11(a, b, c, d, e, f, g, h, i, j, k) \
	FIELDS_10(a, b, c, d, e, f, g, h, i, j) k p11;
#define FIELDS_12(a, b, c, d, e, f, g, h, i, j, k, l) \
	FIELDS_11(a, b, c, d, e, f, g, h, i, j, k) l p12;
#define FIELDS_13(a, b, c, d, e, f, g, h, i, j, k, l, m) \
	FIELDS_12(a, b, c, d, e, f, g, h, i, j, k, l) m p13;
#define FIELDS_14(a, b, c, d, e, f, g, h, i, j, k, l, m, n) \
	FIELDS_13(a, b, c, d, e, f, g, h, i, j, k, l, m) n p14;
#define FIELDS_15(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
	FIELDS_14(a, b, c, d, e, f, g, h, i, j, k, l, m, n) o p15;
#define FIELDS_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
	FIELDS_15(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) p p16;

#define KEPT(...) PARAM_JOIN(KEPT_, PARAM_COUNT(__VA_ARGS__))
#define KEPT_1 s->p1
#define KEPT_2 KEPT_1, s->p2
#define KEPT_3 KEPT_2, s->p3
#define KEPT_4 KEPT_3, s->p4
#define KEPT_5 KEPT_4, s->p5
#define KEPT_6 KEPT_5, s->p6
#define KEPT_7 KEPT_6, s->p7
#define KEPT_8 KEPT_7, s->p8
#define KEPT_9 KEPT_8, s->p9
#define KEPT_10 KEPT_9, s->p10
#define KEPT_11 KEPT_10, s->p11
#define KEPT_12 KEPT_11, s->p12
#define KEPT_13 KEPT_12, s->p13
#define KEPT_14 KEPT_13, s->p14
#define KEPT_15 KEPT_14, s->p15
#define KEPT_16 KEPT_15, s->p16

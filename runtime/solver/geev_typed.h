/* geev_typed.h - for a real type RT and its complex one CT; included by geev.h.
 * SPDX-License-Identifier: Apache-2.0 */

/* Eigenvalue i has its conjugate among the later ones: exchanges that with i + 1. What
 * has none, or an imaginary part of rounding alone, is real. */
static bool RE(pair_up)(s64 n, s64 i, CT *w, CT *v, RT norm) {
	s64 best = -1;
	RT near = 0, re = CX(re)(w[i]), im = CX(im)(w[i]);
	RT rounding = 64 * REAL_EPS * norm;
	for (s64 j = i + 1; j < n && fabs((f64)im) > (f64)rounding; j++) {
		RT far = (RT)hypot((f64)(CX(re)(w[j]) - re), (f64)(CX(im)(w[j]) + im));
		if (CX(im)(w[j]) * im < 0 && (best < 0 || far < near)) {
			best = j;
			near = far;
		}
	}
	if (best < 0)
		return false;
	CT t = w[i + 1];
	w[i + 1] = w[best];
	w[best] = t;
	for (s64 k = 0; v && k < n && best != i + 1; k++) {
		t = v[k + (i + 1) * n];
		v[k + (i + 1) * n] = v[k + best * n];
		v[k + best * n] = t;
	}
	return true;
}

/* The eigenvectors of a real value: the real part, of length 1. */
static void RE(real_vector)(s64 n, const CT *v, RT *to) {
	RT sum = 0;
	for (s64 k = 0; k < n; k++) {
		to[k] = CX(re)(v[k]);
		sum += to[k] * to[k];
	}
	for (s64 k = 0; k < n && sum > 0; k++)
		to[k] /= RE(root)(sum);
}

/* A real matrix in complex numbers; values and vectors as LAPACK has them. */
static int RE(geev_own)(struct solver_call *w, RT *re, RT *im) {
	s64 n = w->n;
	const RT *a = w->a.at;
	bool has_vectors = HAS_VECTORS;
	CT *c = CX(scratch)(w->lib, 3 * n * n + 3 * n), *v = c ? c + n * n : NULL;
	RT norm = 0;
	if (!c)
		return -1;
	CT *values = v + n * n;
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < n; i++) {
			c[i + j * n] = a[i + j * w->a.ld];
			norm = MAX(norm, RE(size)(a[i + j * w->a.ld]));
		}
	int info = CX(general)(n, c, MAX(n, 1), values, has_vectors ? v : NULL, MAX(n, 1),
	                       values + n);
	for (s64 i = 0; i < n && !info; i++) {
		RT *to = has_vectors ? (RT *)w->v.at + i * w->v.ld : NULL;
		if (!RE(pair_up)(n, i, values, has_vectors ? v : NULL, norm)) {
			re[i] = CX(re)(values[i]);
			im[i] = 0;
			if (to)
				RE(real_vector)(n, v + i * n, to);
			continue;
		}
		CT first = CX(im)(values[i]) > 0 ? values[i] : values[i + 1];
		const CT *x = v + (CX(im)(values[i]) > 0 ? i : i + 1) * n;
		re[i] = re[i + 1] = CX(re)(first);
		im[i] = CX(im)(first);
		im[i + 1] = -im[i];
		for (s64 k = 0; to && k < n; k++) {
			to[k] = CX(re)(x[k]);
			to[k + w->v.ld] = CX(im)(x[k]);
		}
		i++;
	}
	return info;
}

static void RE(geev_run)(struct solver_call *w) {
	s64 n = w->n;
	bool is_complex = w->s_type == CUDA_C_32F || w->s_type == CUDA_C_64F;
	struct lib_call *c = w->lib;
	if (!operand(w, lib_updates, "A", w->a.at, n, n, w->a.ld, sizeof(RT)) ||
	    !operand(w, lib_writes, "W", w->s, 2 * n, 1, 2 * n, sizeof(RT)) || !INFO(1) ||
	    (HAS_VECTORS &&
	     !operand(w, lib_writes, "VR", w->v.at, n, n, w->v.ld, sizeof(RT))))
		return;
	RT *re = RE(scratch)(c, 2 * n), *im = re + n;
	if (!re)
		return;
	int info = n > 0 && RE(has_geev)(c, MAX(w->a.ld, w->v.ld))
	                   ? RE(host_geev)(c, HAS_VECTORS, n, w->a.at, w->a.ld, re, im,
	                                   w->v.at, w->v.ld)
	                   : RE(geev_own)(w, re, im);
	for (s64 i = 0; i < n; i++) {
		((RT *)w->s)[is_complex ? 2 * i : i] = re[i];
		((RT *)w->s)[is_complex ? 2 * i + 1 : n + i] = im[i];
	}
	tell_info(w, info);
}

static void CX(geev_run)(struct solver_call *w) {
	s64 n = w->n;
	struct lib_call *c = w->lib;
	if (!operand(w, lib_updates, "A", w->a.at, n, n, w->a.ld, sizeof(CT)) ||
	    !operand(w, lib_writes, "W", w->s, n, 1, n, sizeof(CT)) || !INFO(1) ||
	    (HAS_VECTORS &&
	     !operand(w, lib_writes, "VR", w->v.at, n, n, w->v.ld, sizeof(CT))))
		return;
	CT *scratch = CX(scratch)(c, n * n + 2 * n);
	if (!scratch)
		return;
	int info = n > 0 && CX(has_geev)(c, MAX(w->a.ld, w->v.ld))
	                   ? CX(host_geev)(c, HAS_VECTORS, n, w->a.at, w->a.ld, w->s,
	                                   NULL, w->v.at, w->v.ld)
	                   : CX(general)(n, w->a.at, w->a.ld, w->s,
	                                 HAS_VECTORS ? w->v.at : NULL, w->v.ld, scratch);
	tell_info(w, info);
}

#undef RT
#undef CT
#undef RE
#undef CX
#undef REAL_EPS

/* launch.cpp - writes the functions of functions.def as kernels and a launch file for them: with
 * arguments, the correctly rounded results, and the bounds as tolerances.
 *
 *   math-launch FOLDER [COUNT]
 *
 * makes math.cu, which a compiler is to turn into math.ptx in the same folder, and
 * math.launch.json, which simtrun then runs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "functions.h"

#include <string>
#include <vector>

namespace {

constexpr int BLOCK = 128;

struct output {
	std::string folder;
	FILE *source, *results, *launches;
	long at = 0; /* bytes of results so far */
};

FILE *open_in(const std::string &folder, const std::string &name) {
	FILE *f = fopen((folder + "/" + name).c_str(), "wb");
	if (f == nullptr) {
		fprintf(stderr, "math-launch: cannot write %s/%s\n", folder.c_str(),
		        name.c_str());
		exit(1);
	}
	return f;
}

/* Argument k of call i is at a[k * n + i]. */
template <class T> void write_kernel(output *o, const function<T> &f) {
	const char *type = sizeof(T) == 4 ? "float" : "double";
	fprintf(o->source,
	        "extern \"C\" __global__ void k_%s(const %s *a, %s *r, int n) {\n",
	        f.name, type, type);
	fprintf(o->source,
	        "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n)\n");
	fprintf(o->source, "\t\tr[i] = %s(a[i]", f.name);
	for (int k = 1; k < f.args; k++)
		fprintf(o->source, ", a[%d * n + i]", k);
	fprintf(o->source, ");\n}\n\n");
}

template <class T> void write_launch(output *o, const function<T> &f, int n) {
	fprintf(o->launches, "%s\n{\"name\": \"%s\", \"kernel\": \"k_%s\", ",
	        o->at == 0 ? "" : ",", f.name, f.name);
	fprintf(o->launches, "\"grid\": [%d, 1, 1], \"block\": [%d, 1, 1], ",
	        (n + BLOCK - 1) / BLOCK, BLOCK);
	fprintf(o->launches, "\"args\": [{\"in\": \"%s.in\"}, ", f.name);
	fprintf(o->launches, "{\"out\": \"math.expect\", \"at\": %ld, \"bytes\": %ld, ",
	        o->at, (long)sizeof(T) * n);
	fprintf(o->launches, "\"type\": \"f%d\", \"ulp\": %ld", (int)sizeof(T) * 8,
	        f.bound);
	if (f.rule == BESSEL)
		fprintf(o->launches, ", \"abs\": %g", format<T>::bessel_bound);
	fprintf(o->launches, "}, {\"s32\": %d}]}", n);
}

/* Arguments that the bounds do not cover become 1, which every function takes. */
template <class T> std::vector<T> arguments(const function<T> &f, int n) {
	std::vector<T> a((size_t)(f.args * n));
	random_bits random = {1};
	for (int i = 0; i < n; i++)
		for (int k = 0; k < f.args; k++) {
			T x = argument(f, random, k == 0 ? i : i / 7 % (n / 2 + 1));
			a[(size_t)(k * n + i)] = k == 0 && skip(f, &x) ? 1 : x;
		}
	return a;
}

template <class T> void write_function(output *o, const function<T> &f, int n) {
	scratch s(format<T>::precision);
	std::vector<T> a = arguments(f, n), r((size_t)n);
	for (int i = 0; i < n; i++) {
		T x[4];
		for (int k = 0; k < f.args; k++)
			x[k] = a[(size_t)(k * n + i)];
		r[(size_t)i] = rounded(f, x, s.m, s.r);
	}
	FILE *in = open_in(o->folder, std::string(f.name) + ".in");
	fwrite(a.data(), sizeof(T), a.size(), in);
	fclose(in);
	write_kernel(o, f);
	write_launch(o, f, n);
	fwrite(r.data(), sizeof(T), r.size(), o->results);
	o->at += (long)sizeof(T) * n;
}

} // namespace

int main(int argc, char **argv) {
	if (argc < 2 || argv[1][0] == '-') {
		fprintf(stderr, "math-launch FOLDER [COUNT]\n");
		return 2;
	}
	int n = argc > 2 ? atoi(argv[2]) : 2000;
	std::string folder = argv[1];
	output o = {folder, open_in(folder, "math.cu"), open_in(folder, "math.expect"),
	            open_in(folder, "math.launch.json")};
	fprintf(o.launches, "{\"module\": \"math.ptx\", \"launches\": [");
	for (auto &f : f32_functions)
		write_function(&o, f, n);
	for (auto &f : f64_functions)
		write_function(&o, f, n);
	fprintf(o.launches, "\n]}\n");
	return fclose(o.source) | fclose(o.results) | fclose(o.launches) ? 1 : 0;
}

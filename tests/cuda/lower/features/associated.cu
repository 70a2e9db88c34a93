/* associated.cu - the namespaces of a call's arguments ([basic.lookup.argdep]/3): of templates that are arguments, of
 * classes in pointers to members, of parameters and results of functions.
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

template <template <class> class X> struct OfTemplate {};
template <class... T> struct List {};
template <template <class> class... X> struct OfTemplates {};
namespace z {
template <class> struct Template {};
struct Class {
	int m;
	DEV int f(int) { return m; }
};
enum Enum { ONE = 1 };
DEV int of_template(OfTemplate<Template>) { return 4; }
DEV int of_templates(OfTemplates<List, Template>) { return 5; }
DEV int of_list(List<int, Class *>) { return 6; }
DEV int of_member(int Class::*) { return 8; }
DEV int of_function(int (Class::*)(int)) { return 9; }
DEV int of_result(Class (*)(int)) { return 10; }
DEV int of_parameter(int (*)(const Enum &)) { return 11; }
DEV int of_array(Class (&)[2]) { return 12; }
DEV int of_set(int (*)(Class), int (*)(int)) { return 13; }
DEV int of_instance(int (*)(int)) { return 14; }
}
DEV z::Class make(int x) { return {x}; }
DEV int take(const z::Enum &e) { return e; }
DEV int set(z::Class) { return 1; }
DEV int set(int) { return 2; }
template <class T> DEV int instance(int) { return sizeof(T); }

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	z::Class two[2];
	o[0] = of_template(OfTemplate<z::Template>()) + 100 * of_templates(OfTemplates<List, z::Template>());
	o[1] = of_list(List<int, z::Class *>()) + 100 * of_member(&z::Class::m) + 10000 * of_function(&z::Class::f);
	o[2] = of_result(make) + 100 * of_parameter(&take) + 10000 * of_array(two);
	o[3] = of_set(set, set) + 100 * of_instance(instance<z::Class>) + n;
}

// A library with kernels goes while they are being compiled: whoever unloads it has the dynamic loader's lock,
// which the compiler needs, too.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

int main()
{
	setenv("CUDA_CACHE_DISABLE", "1", 1);
	for (int i = 0; i < 8; i++) {
		void *library = dlopen(PLUGIN, RTLD_NOW);
		if (!library) {
			puts(dlerror());
			return 1;
		}
		printf("%d", ((int (*)())dlsym(library, "run"))());
		dlclose(library);
	}
	puts("");
}

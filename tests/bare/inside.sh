#!/usr/bin/env bash
# inside.sh - the steps of bare.sh in the root: with packages, and then with the archive alone.
# SPDX-License-Identifier: Apache-2.0
set -u
passed=0 failed=0
top=/srv/simt/steps
rm -rf $top
mkdir -p $top

since() { awk "BEGIN { print $EPOCHREALTIME - $1 }"; }

# step NAME: standard input is a script that runs in a folder of its own, and fails if any of its commands does.
step() {
	local start=$EPOCHREALTIME folder=$top/$((passed + failed))
	mkdir -p "$folder"
	cat >"$folder/script"
	if (cd "$folder" && bash -euo pipefail script) >"$folder/log" 2>&1 </dev/null; then
		passed=$((passed + 1))
		printf '%-44s ok      %6.2f s\n' "$1" "$(since "$start")"
	else
		failed=$((failed + 1))
		printf '%-44s FAILED\n' "$1"
		tail -20 "$folder/log" | sed 's/^/    /'
	fi
}

# Commands of the table in examples/README.md.
examples() {
	sed -n 's/^| `[^`]*` | .* | `\(.*\)` |$/\1/p' /srv/simt/examples/README.md
}

nvrtc_program() {
	cat >/srv/simt/nvrtc.cu <<-'TEXT'
	#include <cuda.h>
	#include <nvrtc.h>
	#include <cstdio>
	#include <vector>
	static const char *text = "#include <cuda_fp16.h>\n#include <cuda/std/type_traits>\n#include <cooperative_groups.h>\n"
		"template <class T> __global__ void k(T *p) { if (threadIdx.x < 32) p[threadIdx.x] = T(threadIdx.x) * T(3); }\n";
	int main() {
		nvrtcProgram p;
		nvrtcCreateProgram(&p, text, "k.cu", 0, nullptr, nullptr);
		nvrtcAddNameExpression(p, "k<float>");
		if (nvrtcCompileProgram(p, 0, nullptr)) {
			size_t n;
			nvrtcGetProgramLogSize(p, &n);
			std::vector<char> log(n);
			nvrtcGetProgramLog(p, log.data());
			return puts(log.data()), 1;
		}
		size_t n;
		nvrtcGetPTXSize(p, &n);
		std::vector<char> ptx(n);
		nvrtcGetPTX(p, ptx.data());
		const char *name;
		nvrtcGetLoweredName(p, "k<float>", &name);
		CUdevice d; CUcontext c; CUmodule m; CUfunction f; CUdeviceptr a;
		float h[32];
		cuInit(0); cuDeviceGet(&d, 0); cuDevicePrimaryCtxRetain(&c, d); cuCtxSetCurrent(c);
		void *args[] = {&a};
		if (cuMemAlloc(&a, sizeof h) || cuModuleLoadData(&m, ptx.data()) || cuModuleGetFunction(&f, m, name) ||
		    cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, args, 0) || cuMemcpyDtoH(h, a, sizeof h))
			return puts("the driver fails"), 1;
		printf("%g\n", h[31]);
		return h[31] != 93;
	}
	TEXT
}

# No compiler for the host, no LLVM: what is left of them is out of the way until the script ends.
hide() {
	local f
	mkdir -p /srv/simt/hidden
	for f in /usr/bin/*g++* /usr/bin/*gcc* /usr/bin/c++ /usr/bin/cc /usr/bin/*cpp* /usr/bin/*clang* /usr/bin/as /usr/bin/ld /usr/lib/gcc \
		/usr/include /usr/lib/*/libLLVM* /usr/lib/llvm-*; do
		[ ! -e "$f" ] && [ ! -L "$f" ] || { mkdir -p "/srv/simt/hidden$(dirname "$f")" && mv "$f" "/srv/simt/hidden$f"; }
	done
}
unhide() { [ ! -d /srv/simt/hidden ] || { cp -a /srv/simt/hidden/. / && rm -rf /srv/simt/hidden; }; }
trap unhide EXIT

begin=$EPOCHREALTIME
step 'simtcc vecadd.cu && ./vecadd' <<'TEXT'
simtcc /srv/simt/examples/vecadd.cu -o vecadd
./vecadd | grep '65536 sums, 0 wrong'
SIMT_BACKEND=jit ./vecadd | grep '65536 sums, 0 wrong'
TEXT
step 'nvcc of the toolkit, shared runtime' <<'TEXT'
eval "$(simt env)"
nvcc -cudart shared /srv/simt/examples/tiles.cu -o tiles
./tiles
TEXT
step 'CMake' <<'TEXT'
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.18)
project(app LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(app /srv/simt/examples/vecadd.cu)
target_link_libraries(app CUDA::cudart CUDA::cublas)
enable_testing()
add_test(NAME app COMMAND app)
END
CUDACXX=simtcc cmake -B build -DCMAKE_CUDA_ARCHITECTURES=90
cmake --build build
simtrun ctest --test-dir build --output-on-failure
TEXT
step 'simt ci' <<'TEXT'
cp ../2/CMakeLists.txt .
simt ci -a -DCMAKE_CUDA_ARCHITECTURES=90
TEXT
step 'Meson' <<'TEXT'
cp /srv/simt/examples/vecadd.cu .
cat >meson.build <<END
project('app', 'cuda')
test('app', executable('app', 'vecadd.cu'))
END
cat >simt.ini <<END
[binaries]
cuda = 'simtcc'
END
meson setup build --native-file simt.ini
meson test -C build
TEXT
step 'make' <<'TEXT'
cat >Makefile <<'END'
app: app.o
	g++ app.o -o app -L$(CUDA_HOME)/lib64 -lcudart_static -lrt -lpthread -ldl
app.o: /srv/simt/examples/vecadd.cu
	$(CUDA_HOME)/bin/nvcc -c $< -o $@
END
make CUDA_HOME=/usr/lib/simt/cuda
./app
TEXT
step 'examples' <<TEXT
cd /srv/simt
export SIMT_BACKEND=jit
$(examples)
TEXT
nvrtc_program
step 'NVRTC without g++' <<'TEXT'
simtcc /srv/simt/nvrtc.cu -lnvrtc -lcuda -o /srv/simt/nvrtc
mkdir empty
PATH=$PWD/empty LD_LIBRARY_PATH=/usr/lib/simt/cuda/lib64 /srv/simt/nvrtc
TEXT
step 'pkg-config, a program in C' <<'TEXT'
cat >plain.c <<END
#include <simt/api.h>
int main(void) { struct simt_device *d; return simt_device_open(0, &d); }
END
gcc plain.c $(pkg-config --cflags --libs simt) -o plain
./plain
TEXT
step 'Python' <<'TEXT'
python3 -c '
import array, simt
a = array.array("i", range(100))
simt.run("__global__ void k(int *p) { p[threadIdx.x] *= 2; }", 1, 100, [a])
assert a[99] == 198'
TEXT
step 'checked mode' <<'TEXT'
sed 's/(i < n)/(i <= n)/; s/1 << 16/1000/' /srv/simt/examples/vecadd.cu >off.cu
simtcc -g off.cu -o off
status=0
compute-sanitizer --error-exitcode 9 ./off >out || status=$?
[ $status = 9 ]
grep 'Invalid __global__ read of size 4 bytes' out
TEXT
step 'completions' <<'TEXT'
for f in simtcc simtrun simt compute-sanitizer; do
	test -f /usr/share/bash-completion/completions/$f
	test -f /usr/share/zsh/site-functions/_$f
	test -f /usr/share/fish/vendor_completions.d/$f.fish
done
TEXT
printf '%-44s         %6.2f s\n' 'with the packages' "$(since "$begin")"

finish() {
	echo "$passed passed, $failed failed, 0 skipped"
	[ $failed = 0 ]
	exit
}
ls /srv/simt/simt-*.tar.xz >/dev/null 2>&1 || finish
dpkg -P simt simt-dev python3-simt libsimt0 >/dev/null 2>&1
hide
export CUDA_CACHE_DISABLE=1 # what was compiled above must not help
step 'archive: NVRTC without a compiler or LLVM' <<'TEXT'
rm -rf /opt/somewhere
mkdir -p /opt/somewhere
tar -xf /srv/simt/simt-*.tar.xz -C /opt/somewhere --strip-components=1
LD_LIBRARY_PATH=/opt/somewhere/lib/simt/cuda/lib64 SIMT_BACKEND=jit /srv/simt/nvrtc
TEXT
step 'archive: kernels are compiled without LLVM' <<'TEXT'
/opt/somewhere/bin/simtrun --backend=jit /srv/simt/examples/histogram.ptx
TEXT
unhide
step 'archive: simtcc with a compiler' <<'TEXT'
/opt/somewhere/bin/simtcc /srv/simt/examples/vecadd.cu -o vecadd
SIMT_BACKEND=jit ./vecadd | grep '65536 sums, 0 wrong'
TEXT
finish

#!/usr/bin/env python3
"""plain.py SIMTCC INCLUDE: -DA=..., -Dcount=... and their like do not break the toolkit's headers. What a program cannot
name, parameters and local variables first of all, has a reserved name there: files that include the headers compile,
both halves, where each such plain name is a macro.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|[A-Za-z_]\w*|\d[\w.]*|\S', re.S)
# Refused, or of C alone; what is not of CUDA 13's C++; what includes OpenGL's header.
LEFT_OUT = re.compile(r'nvToolsExt|cuda_gl_interop')
# Words that a user's macro may well be, and that no header of the toolkit may hence use.
WORDS = '''Accessor Alignment Args Atomic Clock Count Duration Extent Extents From Global Group Index Kind Label Layout Less
Mapping More Next Op Other Parent Period Property Rank Scope Self Shape Shared Size Space Stages State Sync Test To Use
Word'''.split()
WORDS += '''above advice again ah al aligned all_dynamic alternatives always_inline and_then_of angle annotation argb arguments
arrayIndex arrivals as atomic_alignment atomic_methods atomic_word attempt attr attribute attributes attrsIdxs away ax
ay barrier_token barrier_waits barriers batch batches below beyond bh bias biased bid binary_group bind_copies bit
bits bl block block_threads blocks both boxed buffer bufferDesc call callback callbackFunc callback_out
canAccessPeer can_copy_async capabilities captureStatus_out change change_ change_add change_and change_exchange
change_max change_min change_or change_sub change_xor character_bytes checked childGraph clamp_and_segment clonedGraph
clusterSize come committed complete completion component config consumed consumers container_of copied copy_async
copy_batch copy_pieces copy_words cosh_x cosine cubin cubinSizeRet cudaVersion dataSize dataSizes
defaultLaunchValue degree delta den_lo dependencies dependencies_out dependencyData dependents deps descList desired
deviceFlags device_address device_arr device_fun device_name difference difference_of
divisor domain done dot dpitch dptr_out dptrs driverStatus driverVersion dropped dsts dx dy dynamic dynamicSMemSize
dynamicSmemSize dynamic_before dynamics edgeData edgeData_out elected end_of entity entryFuncAddr event_out exact exec
expected_count exponent exportData ext extMem extMem_out extSem extSem_out extent_at extent_for extents_ f0 f1 f2 f_lo
face failure_order far fatbins file fileName first_ first_lane fits fold fold_lanes fold_tile fold_warp from from_
from_bits from_lane from_layout full full_warp funcPtr functionPtr gap gather_warps given graphExec graph_out gray
greatest greatestPriority grid groups hDst hGraph hGraphExec hNode hOffset hOffsetDst hOffsetSrc hSrc half_root_pi
half_turns handleType headers hi high0 high1 hint_cycles host_fun host_pointer host_var id_out if_input_iterator
if_integer if_number im im_ in_warp includeNames inf infinite infinite_product infinite_quotient initialRefcount
inplace_room inside instantiateParams integer_of inv is_a is_async is_block is_clamped is_first is_float is_from
is_full is_hardware is_inclusive is_infinite is_inside is_lowest is_part is_property is_shuffled_whole is_span
is_std_array is_word is_zero iterator_out jitOptions jitOptionsValues jump kept kernelPtr kernels kind_of
known_alignment label labeled_group lambda lambda_kind lane_of_rank lanes lanes_below large largest launchConfig
launch_bounds layer_face layout leastPriority len letter levelArray lib library libraryOptionValues libraryOptions
limit limits list lo logLevel logSizeRet log_factorial log_mean lost low0 low1 lowered_name m1 m2 mag magic magnitude
make make_shared_pipeline make_tile managed mantissa map mapping_base maxWidthInElements max_sleep_nanosec mean meet
memHandleDesc memPool memory memoryRequirements memory_for memory_of meta_rank meta_size middle minBytesToKeep mine
mipLevel mipmapDesc mipmappedArray mode module more most move_value multiply_half_high n0 n1 name_expression
narrow_limits narrow_of near negative no_completion nodeParams nodes numArchs numAttributes numBlocks numClusters
numDependencies numDependencies_out numEdges numHeaders numJitOptions numKernels numLibraryOptions numNodes numOps
numOptions numPrefetchLocs num_lo number nvSciSyncAttrList object_out old ones opList operations options optixir
optixirSizeRet or_else_of order originalGraph originalNode over own own_tile_memory p0 p1 p2 pCacheConfig
pCaptureStatus pConfig pCopyParams pDependencies pDependentNodes pDevice pExportTableId pFlags pGraph pGraphClone
pGraphExec pGraphNode pHandle_out pHost pKernel pMemsetParams pNode pNodeParams pNumDependencies pNumDependentNodes
pNumRootNodes pResDesc pResViewDesc pRootNodes pStream pSurfObject pTexDesc pTexObject pType pack_lanes packed
paramIndex paramOffset paramSize params_out parent_place parity part path pathToFile pciBusId peerDevice phase piece
pipeline_turn pitchedDevPtr place plain planeArray planeIdx pointers pole polynomial pool powers ppExportTable
prefetchLocIdxs prefetchLocs prefix prime prior produced producers product prog promoted prop properties ptxSizeRet q1
q3 quadrant quotient r0 r1 ra radius rank_ raw rb rc rd re re_ redux reg released require resources rest resultInfo
ret reversed rho role room root rounding runtimeVersion s0 s_lo same same_bytes same_value saturate scale scan
scan_tile scan_up_to scan_update scan_warp scope_number scramble scramble_c seed seen seen_as selector self
semHandleDesc shareableHandle shifted shuffle_down shuffle_idx shuffle_up shuffle_xor side sign signs simt sine sizes
slope slot slots small some span_size spitch square srcs stage stages stddev steep step streamId strides strides_ stub
subnormal subsequence success sum supportedArchs surfObject swapped symbol symbolPtr t0 t1 tag tail term texObject
text there theta third thread_limit tile tile_barriers tile_memory tile_of tiny to to_ to_layout to_ranks token top
total transform_error_of transform_of truth turn turned tw twice tx ty tz ua ub unaligned unavailable unit unsigned_of
until update used users v0 v2 value_of value_or_none value_out vectors visit_from votes vx vy vz w0 w1 wOffset
wOffsetDst wOffsetSrc waited want warp warp_lanes warp_size warp_tile warps warps_tile whole wide with
word word_barrier words workspace wrapped wrapper xsz y2 yes ysz zeros zfill'''.split()
# Names of members in C++'s own library: for the headers that do not include it.
ALSO = '''common den digit drop failure found join left line lt mask minus num object
other pipe pred predicate put ratio set take target values zero'''.split()
BODY = '''
__global__ void my_kernel(half *my_h, float *my_q) {
	auto my_block = cooperative_groups::this_thread_block();
	auto my_tile = cooperative_groups::tiled_partition<32>(my_block);
	my_q[0] = cooperative_groups::reduce(my_tile, my_q[1], cooperative_groups::plus<float>());
	my_q[6] = cooperative_groups::inclusive_scan(my_tile, my_q[6]);
	curandState my_random;
	curand_init(1, 2, 3, &my_random);
	my_q[2] = curand_uniform(&my_random) + sinf(my_q[3]) + __half2float(*my_h + __float2half(my_q[4]));
	cuda::std::tuple<int, float> my_tuple(1, 2.f);
	my_q[5] = cuda::std::get<1>(my_tuple);
	cuda::atomic_ref<int> my_ref(*(int *)my_q);
	my_ref.fetch_add(1);
	my_q[7] = atomicAdd(my_q + 8, __shfl_xor_sync(~0u, my_q[9], 1));
	nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> my_sum;
	nvcuda::wmma::fill_fragment(my_sum, 0.f);
	nvcuda::wmma::store_matrix_sync(my_q, my_sum, 16, nvcuda::wmma::mem_row_major);
}
int main() {
	float *my_q;
	cudaMalloc(&my_q, 4096);
	int my_grid, my_block;
	cudaOccupancyMaxPotentialBlockSize(&my_grid, &my_block, my_kernel);
	my_kernel<<<1, 32>>>((half *)my_q, my_q);
	cudaMemset(my_q, 0, 4);
}
'''


# Headers without C++'s library, and C's.
FEW = '''
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void my_kernel(half *my_h, float *my_q) {
	my_q[0] = sinf(my_q[1]) + __half2float(*my_h + __float2half(my_q[2])) + atomicAdd(my_q + 3, 1.f);
}
int main() {
	float *my_q;
	cudaMalloc(&my_q, 4096);
	my_kernel<<<1, 32>>>((half *)my_q, my_q);
}
'''
C = '''
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuComplex.h>
#include <library_types.h>
#include <nvrtc.h>
int main(void) {
	return cudaDeviceSynchronize() != cudaSuccess;
}
'''


def headers(include):
    for folder, _, names in os.walk(include):
        where = os.path.relpath(folder, include)
        for name in sorted(names):
            path = os.path.normpath(os.path.join(where, name))
            if not name.endswith('.def') and not LEFT_OUT.search(path):
                yield path


def plain(text):
    """Names of one capital letter, and of template parameters, that are not reserved."""
    words = [w for w in TOKEN.findall(text) if re.match(r'[A-Za-z_"\'/\S]', w) and w[:2] not in ('//', '/*')]
    for i, word in enumerate(words):
        if re.fullmatch('[A-Z]', word):
            yield word
        elif re.match('[A-Z]', word) and re.search('[a-z]', word) and words[i - 1] in ('class', 'typename') and \
                words[i + 1:i + 2] in ([','], ['>'], ['=']):
            yield word


# Members of cuRAND's tables of distributions.
DISTRIBUTION = 'probability shift length histogram mean stddev method bins others'.split()
# What NVSHMEM's tensors are made of, and a member of theirs.
TENSOR = 'Layout layout'.split()


def apart(include, header):
    """Whether the header cannot be beside the others: the old form of cublas_v2.h, those whose structures have such words as
    members, headers of libraries that there are not, and those that include a graphics library's."""
    with open(os.path.join(include, header)) as f:
        text = f.read()
    return header in ('cublas.h', 'nvml.h', 'nccl.h', 'cudalibxt.h', 'cufftXt.h', 'cufftw.h', 'curand_discrete.h', 'fatbinary_section.h', 'nvtx3/nvtx3.hpp') or '#error "simt has no' in text or \
        re.search(r'(EGL/|GL/|[vV][dD][pP][aA][uU]|cudaEGL|cudaGL|nvscibuf|OpenCL)', text)


def main():
    simtcc, include = sys.argv[1:]
    failed = False
    public = [h for h in headers(include) if not h.startswith(('simt/', 'cccl/', 'crt/'))]
    for header in headers(include):
        with open(os.path.join(include, header)) as f:
            for name in sorted(set(plain(f.read()))):
                print(f'{header}: {name} is a name of the user')
                failed = True
    everything = ''.join(f'#include <{h}>\n' for h in public if not apart(include, h)) + BODY
    capitals = [chr(c) for c in range(ord('A'), ord('Z') + 1)]
    # x, y, z, w and f are members of CUDA's, c, d, i, k and v of cuRAND's states; C++'s library has members of these names and suffixes of numbers, too
    small = set('abcdefghijklmnopqrstuvwxyz') - set('fxyzw')
    every = [w for w in WORDS if w not in DISTRIBUTION + TENSOR]
    with tempfile.TemporaryDirectory() as tmp:
        for name, text, options, words in [('all17.cu', everything, ['-std=c++17'], every + list(small - set('abcdehikstv'))),
                                           ('all20.cu', everything, ['-std=c++20'], every + list(small - set('abcdehikstv'))),
                                           ('few.cu', FEW, [], WORDS + ALSO + list(small)),
                                           ('few.c', C, [], WORDS + ALSO + list(small))]:
            source = os.path.join(tmp, name)
            with open(source, 'w') as f:
                f.write(text)
            run = subprocess.run([simtcc, '-w', *options, *[f'-D{w}=@' for w in capitals + words], '-c', source,
                                  '-o', source + '.o'], capture_output=True, text=True, timeout=200)
            if run.returncode:
                print('\n'.join(run.stderr.splitlines()[:20]))
                failed = True
    print(f'{len(public)} headers')
    return failed


sys.exit(main())

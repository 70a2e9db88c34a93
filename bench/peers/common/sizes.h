/* Problem and block sizes. Only macros, so that C, CUDA, OpenCL C and ISPC can all read it. */
#ifndef SIZES_H
#define SIZES_H

#ifdef PEERS_SMALL /* to see quickly that the answers are right */
#define VEC_N (1 << 16)
#define DOT_N (1 << 17)
#define MM_N 64
#define IMG_N 256
#define MANDEL_N 64
#define MANDEL_ITERS 256
#define OPTIONS_N (1 << 12)
#define BODIES_N 512
#define ROWS_N (1 << 12)
#define SORT_N (1 << 13)
#define HASH_N (1 << 12)
#define HASH_ROUNDS 64
#else
#define VEC_N (1 << 24)     /* triad, saxpy, reductions, scan; bytes of the histogram */
#define DOT_N (1 << 23)     /* f64 elements */
#define MM_N 1024           /* square matrices */
#define IMG_N 4096          /* transpose and stencil: IMG_N x IMG_N */
#define MANDEL_N 1024       /* image edge */
#define MANDEL_ITERS 256
#define OPTIONS_N (1 << 22) /* Black-Scholes */
#define BODIES_N 8192
#define ROWS_N (1 << 19)    /* sparse matrix: rows and columns */
#define SORT_N (1 << 22)
#define HASH_N (1 << 20)
#define HASH_ROUNDS 64
#endif

#define ROW_MIN 8           /* non-zeros of a row: ROW_MIN .. ROW_MIN + 2^ROW_BITS - 1 */
#define ROW_BITS 4

#define BLOCK 256           /* threads of a one-dimensional block */
#define CHUNK 512           /* elements that one block reduces or scans */
#define SORT_BLOCK 1024     /* keys sorted together */
#define BINS 256
#define DOT_BLOCKS 256      /* partial sums of the dot product */
#define HIST_BLOCKS 64

#define ALPHA 0.5f          /* factor of triad and saxpy */
#define RATE 0.02f          /* Black-Scholes: risk-free rate */
#define VOLATILITY 0.30f
#define SOFTENING 0.01f     /* n-body: added to the squared distance */

#endif

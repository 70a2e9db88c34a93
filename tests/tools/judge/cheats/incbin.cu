// The host's assembler is to read a file.
// expects: unwritten
// SPDX-License-Identifier: Apache-2.0
asm(".incbin \"/etc/passwd\"");
__global__ void add(const float *a, const float *b, float *c, int n) {
}

// SPDX-License-Identifier: Apache-2.0
#include "../../gpu/fft/accuracy.cu"

/* cudnn_graph.h - of cuDNN, which is not here.
 * SPDX-License-Identifier: Apache-2.0 */
#error "simt has no cuDNN (neural networks): this program needs it"

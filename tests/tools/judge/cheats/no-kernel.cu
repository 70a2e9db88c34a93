// It has host code only, and launches nothing.
// expects: no-kernel
// SPDX-License-Identifier: Apache-2.0
int main() {
	return 0;
}

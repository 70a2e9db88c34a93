int count(int x) {
	return x + 1;
}

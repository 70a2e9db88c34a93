template <class... T> int captured(T... x) {
	return [x] { return 1; }();
}
int main() {
}

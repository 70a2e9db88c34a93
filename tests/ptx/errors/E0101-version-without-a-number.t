// Numbers of the first directives.
// error: E0105 4:1
.version
.target
.address_size x
.entry k() { ret; }

// mode: text
// The warning about multimem says what is missing.
.version 8.1
.target sm_90
.address_size 64
.entry k()
{
	.reg .b64 %h; .reg .f32 %f;
	multimem.st.relaxed.sys.global.f32 [%h], %f;
	ret;
}
//==== expected
case.ptx:9:2: warning[E0117]: 'multimem.st.relaxed.sys.global.f32' is not supported yet: a kernel that contains it cannot run
    9 |         multimem.st.relaxed.sys.global.f32 [%h], %f;
      |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      = note: it takes an address of a multicast object, and devices here have no links for multicast

// A failed assertion ends the grid.
// mode: run
// trap: T0002 23
// options: --block 32
.version 8.0
.target sm_90
.address_size 64
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e) .noreturn;
.global .b8 text[6] = {120, 32, 62, 32, 48, 0};
.entry k()
{
	.reg .b64 %d;
	mov.u64 %d, text;
	cvta.global.u64 %d, %d;
	{
		.param .b64 a, b, d, e;
		.param .b32 c;
		st.param.b64 [a], %d;
		st.param.b64 [b], %d;
		st.param.b32 [c], 7;
		st.param.b64 [d], %d;
		st.param.b64 [e], 1;
		call __assertfail, (a, b, c, d, e);
	}
	ret;
}

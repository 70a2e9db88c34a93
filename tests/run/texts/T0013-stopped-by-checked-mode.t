// mode: run
// options: --check=mem -b 1 -a zeros:u32:1
// trap: T0013 12
.version 8.0
.target sm_90
.address_size 64
.visible .entry f(.param .u64 out)
{
	.reg .b64 %rd<2>;
	// the machine alone lets this pass: the page is valid
	ld.param.u64 %rd1, [out];
	st.global.u32 [%rd1+4], 1;
	ret;
}

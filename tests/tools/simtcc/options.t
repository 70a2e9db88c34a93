# Command lines of simtcc; options.py says how to read this. Paths of the toolkit's tree are TOP, of
# temporary files TMP, macros that never change [cuda] and [device].

## spellings

$ simtcc --dryrun -c a.cu -o x.o -O3 -std=c++17 -I inc -Ione,two -I=three --include-path=four
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ -std=c++17 -O3 [cuda] -D__CUDA_ARCH_LIST__=900 -Iinc -Ione -Itwo -Ithree -Ifour [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ -std=c++17 -O3 [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 -Iinc -Ione -Itwo -Ithree -Ifour [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -c a.cu -o x.o -O3 -std=c++17 -I inc -Ione,two -I=three --include-path=four
#$ g++ -S -x c++-cpp-output -std=c++17 -O3 -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -c a.cu -o x.o -O3 -std=c++17 -I inc -Ione,two -I=three --include-path=four
#$ g++ -c -x assembler TMP/3-a.s -o x.o
=> 0

$ simtcc --dryrun --compile a.cu --output-file=x.o --optimize 2 --std c++14 -Dx=1,y '-Dstr="a b"' -U z '-DF(a\,b)=a'
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ -std=c++14 -O2 [cuda] -D__CUDA_ARCH_LIST__=900 -Dx=1 -Dy "-Dstr=\"a b\"" "-DF(a,b)=a" -Uz [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ -std=c++14 -O2 [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 -Dx=1 -Dy "-Dstr=\"a b\"" "-DF(a,b)=a" -Uz [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- --compile a.cu --output-file=x.o --optimize 2 --std c++14 -Dx=1,y "-Dstr=\"a b\"" -U z "-DF(a\\,b)=a"
#$ g++ -S -x c++-cpp-output -std=c++14 -O2 -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- --compile a.cu --output-file=x.o --optimize 2 --std c++14 -Dx=1,y "-Dstr=\"a b\"" -U z "-DF(a\\,b)=a"
#$ g++ -c -x assembler TMP/3-a.s -o x.o
=> 0

$ simtcc --dryrun -c c.cpp -lm -L/lib -Xcompiler -Wall,-Wextra -Xcompiler=-fPIC "--compiler-options='-DQ=1 2' -g"
#$ g++ -c -x c++ -Wall -Wextra -fPIC "-DQ=1 2" -g [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o c.o
=> 0

$ simtcc --dryrun -x cu -c c.cpp -xcu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] c.cpp -o TMP/0-c.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 c.cpp -o TMP/1-c.cpp1.ii
#$ SIMTCC --step host c.cpp TMP/0-c.cpp4.ii TMP/2-c.cudafe1.cpp -- -x cu -c c.cpp -xcu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-c.cudafe1.cpp -o TMP/3-c.s
#$ # device half -arch compute_90 "TMP/1-c.cpp1.ii" -o "TMP/4-c.ptx"
#$ # container -o "TMP/5-c.fatbin"
#$ # registration >> "TMP/3-c.s"
#$ SIMTCC --step device c.cpp TMP/0-c.cpp4.ii TMP/2-c.cudafe1.cpp TMP/3-c.s TMP/5-c.fatbin TMP/1-c.cpp1.ii -- -x cu -c c.cpp -xcu
#$ g++ -c -x assembler TMP/3-c.s -o c.o
=> 0

$ simtcc --dryrun @opts.txt -c c.cpp
#$ g++ -c -x c++ -O2 -Wall [driver] -D__CUDA_ARCH_LIST__=900 "-DFROM_FILE=a b" -isystem TOP/include c.cpp -o c.o
=> 0

$ simtcc --dryrun --options-file opts.txt -c c.cpp
#$ g++ -c -x c++ -O2 -Wall [driver] -D__CUDA_ARCH_LIST__=900 "-DFROM_FILE=a b" -isystem TOP/include c.cpp -o c.o
=> 0

$ NVCC_PREPEND_FLAGS=-O1 NVCC_APPEND_FLAGS='-w -DLAST' NVCC_CCBIN=clang++ simtcc --dryrun -c c.cpp
#$ clang++ -c -x c++ -O1 -w -fno-caret-diagnostics -fdiagnostics-print-source-range-info [driver] -D__CUDA_ARCH_LIST__=900 -DLAST -isystem TOP/include c.cpp -o c.o
=> 0

$ simtcc --dryrun -c c.cpp -Werror reorder,all-warnings -ftemplate-backtrace-limit=0 -ftemplate-depth 99 -Wreorder
#$ g++ -c -x c++ -Wreorder -ftemplate-depth=99 -ftemplate-backtrace-limit=0 -Werror=reorder -Werror [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o c.o
=> 0

$ simtcc --dryrun -ccbin g++-12 -m64 -c c.cpp -g -pg -noeh
#$ g++-12 -c -x c++ -g -pg -fno-exceptions [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o c.o
=> 0

$ simtcc --dryrun --forward-unknown-to-host-compiler -march=native -fopenmp c.cpp -o app
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -c -x c++ -march=native -fopenmp [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/0-c.o
#$ g++ -march=native -fopenmp TMP/0-c.o "-LTOP/lib64" -lcudadevrt -Wl,--push-state,--as-needed -lcudart -Wl,--pop-state -lcudart_static -lrt -lpthread -ldl -Wl,-rpath,TOP/lib64 -o app
=> 0

$ simtcc --dryrun -forward-unknown-to-host-linker -Wl,-z,now c.cpp -o app
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/0-c.o
#$ g++ -Wl,-z,now TMP/0-c.o "-LTOP/lib64" -lcudadevrt -Wl,--push-state,--as-needed -lcudart -Wl,--pop-state -lcudart_static -lrt -lpthread -ldl -Wl,-rpath,TOP/lib64 -o app
=> 0

## phases

$ simtcc --dryrun a.cu c.cpp -o app -lm -Xlinker -z,now
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/2-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/3-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/2-a.cpp4.ii TMP/4-a.cudafe1.cpp -- a.cu c.cpp -o app -lm -Xlinker -z,now
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/4-a.cudafe1.cpp -o TMP/5-a.s
#$ # device half -arch compute_90 "TMP/3-a.cpp1.ii" -o "TMP/6-a.ptx"
#$ # container -o "TMP/7-a.fatbin"
#$ # registration >> "TMP/5-a.s"
#$ SIMTCC --step device a.cu TMP/2-a.cpp4.ii TMP/4-a.cudafe1.cpp TMP/5-a.s TMP/7-a.fatbin TMP/3-a.cpp1.ii -- a.cu c.cpp -o app -lm -Xlinker -z,now
#$ g++ -c -x assembler TMP/5-a.s -o TMP/0-a.o
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/1-c.o
#$ g++ TMP/0-a.o TMP/1-c.o -Xlinker -z -Xlinker now -lm "-LTOP/lib64" -lcudadevrt -Wl,--push-state,--as-needed -lcudart -Wl,--pop-state -lcudart_static -lrt -lpthread -ldl -Wl,-rpath,TOP/lib64 -o app
=> 0

$ simtcc --dryrun -shared -cudart shared -Xcompiler -fPIC a.cu -o liba.so
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ -fPIC [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/1-a.cpp4.ii
#$ g++ -E -x c++ -fPIC [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/2-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/1-a.cpp4.ii TMP/3-a.cudafe1.cpp -- -shared -cudart shared -Xcompiler -fPIC a.cu -o liba.so
#$ g++ -S -x c++-cpp-output -fPIC -fno-lto -Wno-psabi TMP/3-a.cudafe1.cpp -o TMP/4-a.s
#$ # device half -arch compute_90 "TMP/2-a.cpp1.ii" -o "TMP/5-a.ptx"
#$ # container -o "TMP/6-a.fatbin"
#$ # registration >> "TMP/4-a.s"
#$ SIMTCC --step device a.cu TMP/1-a.cpp4.ii TMP/3-a.cudafe1.cpp TMP/4-a.s TMP/6-a.fatbin TMP/2-a.cpp1.ii -- -shared -cudart shared -Xcompiler -fPIC a.cu -o liba.so
#$ g++ -c -x assembler TMP/4-a.s -o TMP/0-a.o
#$ g++ -shared -fPIC TMP/0-a.o "-LTOP/lib64" -lcudadevrt -lcudart -Wl,-rpath,TOP/lib64 -o liba.so
=> 0

$ simtcc --dryrun -cudart=static c.cpp -o app
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/0-c.o
#$ g++ TMP/0-c.o "-LTOP/lib64" -lcudadevrt -lcudart_static -lrt -lpthread -ldl -Wl,-rpath,TOP/lib64 -o app
=> 0

$ simtcc --dryrun -Xlinker -static c.o -o app
#$ g++ c.o -Xlinker -static "-LTOP/lib64" -lcudadevrt -lcudart_static -lrt -lpthread -ldl -Wl,-rpath,TOP/lib64 -o app
=> 0

$ simtcc --dryrun -cudart none -cudadevrt none c.cpp
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/0-c.o
#$ g++ TMP/0-c.o "-LTOP/lib64" -Wl,-rpath,TOP/lib64 -o a.out
=> 0

$ simtcc --dryrun -dc a.cu b.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -dc a.cu b.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -dc a.cu b.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] b.cu -o TMP/6-b.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 b.cu -o TMP/7-b.cpp1.ii
#$ SIMTCC --step host b.cu TMP/6-b.cpp4.ii TMP/8-b.cudafe1.cpp -- -dc a.cu b.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/8-b.cudafe1.cpp -o TMP/9-b.s
#$ # device half -arch compute_90 "TMP/7-b.cpp1.ii" -o "TMP/10-b.ptx"
#$ # container -o "TMP/11-b.fatbin"
#$ # registration >> "TMP/9-b.s"
#$ SIMTCC --step device b.cu TMP/6-b.cpp4.ii TMP/8-b.cudafe1.cpp TMP/9-b.s TMP/11-b.fatbin TMP/7-b.cpp1.ii -- -dc a.cu b.cu
#$ g++ -c -x assembler TMP/9-b.s -o b.o
=> 0

$ simtcc --dryrun -lib c.cpp -o libc.a
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/0-c.o
#$ rm -f "libc.a"
#$ ar qcs libc.a TMP/0-c.o
=> 0

$ simtcc --dryrun -dlink x.o -o link.o
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ SIMTCC --step dlink - - TMP/0-link.dlink.s -- -dlink x.o -o link.o
#$ g++ -c -x assembler TMP/0-link.dlink.s -o link.o
=> 0

$ simtcc --dryrun -ptx a.cu -gencode arch=compute_90,code=compute_90
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -ptx a.cu -gencode arch=compute_90,code=compute_90
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/3-a.ptx"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp - a.ptx TMP/1-a.cpp1.ii -- -ptx a.cu -gencode arch=compute_90,code=compute_90
=> 0

$ simtcc --dryrun -fatbin a.cu -gencode=arch=compute_80,code=[sm_80,compute_80] -gencode arch=compute_90a,code=sm_90a
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=800,900 [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=800,900 -D__CUDA_ARCH__=800 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.compute_80.cpp1.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=800,900 -D__CUDA_ARCH__=900 [device] -D__CUDA_ARCH_FEAT_SM90_ALL -D__CUDA_ARCH_SPECIFIC__=900 -D__CUDA_ARCH_FAMILY_SPECIFIC__=900 -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/2-a.compute_90a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/3-a.cudafe1.cpp -- -fatbin a.cu "-gencode=arch=compute_80,code=[sm_80,compute_80]" -gencode arch=compute_90a,code=sm_90a
#$ # device half -arch compute_80 "TMP/1-a.compute_80.cpp1.ii" -o "TMP/4-a.compute_80.ptx"
#$ # device half -arch compute_90a "TMP/2-a.compute_90a.cpp1.ii" -o "TMP/5-a.compute_90a.ptx"
#$ # container -o "a.fatbin"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/3-a.cudafe1.cpp - a.fatbin TMP/1-a.compute_80.cpp1.ii TMP/2-a.compute_90a.cpp1.ii -- -fatbin a.cu "-gencode=arch=compute_80,code=[sm_80,compute_80]" -gencode arch=compute_90a,code=sm_90a
=> 0

$ simtcc --dryrun -E c.cpp
#$ g++ -E -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp
=> 0

$ simtcc --dryrun -M c.cpp -MT target
#$ g++ -E -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include -M -MT target c.cpp
=> 0

$ simtcc --dryrun -MMD -MP -MF dep.d -MT c.o -c c.cpp -o c.o
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include -MMD -MF dep.d -MT c.o -MP c.cpp -o c.o
=> 0

$ simtcc --dryrun -MD -c c.cpp -odir out
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include -MD -MF out/c.d -MT out/c.o c.cpp -o out/c.o
=> 0

$ simtcc --dryrun -MM a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] -MM a.cu -o TMP/0-a.cpp4.d
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 -MM a.cu -o TMP/1-a.cpp1.d
#$ SIMTCC --step depend - TMP/0-a.cpp4.d TMP/1-a.cpp1.d -- -MM a.cu
=> 0

$ simtcc --dryrun -ptx -MMD -MP -MF dep.d a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] -MMD -MF TMP/1-a.cpp4.d -MT a.ptx -MP a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 -MMD -MF TMP/3-a.cpp1.d -MT a.ptx -MP a.cu -o TMP/2-a.cpp1.ii
#$ SIMTCC --step depend dep.d TMP/1-a.cpp4.d TMP/3-a.cpp1.d -- -ptx -MMD -MP -MF dep.d a.cu
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/4-a.cudafe1.cpp -- -ptx -MMD -MP -MF dep.d a.cu
#$ # device half -arch compute_90 "TMP/2-a.cpp1.ii" -o "TMP/5-a.ptx"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/4-a.cudafe1.cpp - a.ptx TMP/2-a.cpp1.ii -- -ptx -MMD -MP -MF dep.d a.cu
=> 0

$ simtcc --dryrun -r x.o y.o -o z.o
#$ g++ -r x.o y.o -o z.o
=> 0

$ simtcc --dryrun -run --run-args a,'b c' c.cpp
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/0-c.o
#$ g++ TMP/0-c.o "-LTOP/lib64" -lcudadevrt -Wl,--push-state,--as-needed -lcudart -Wl,--pop-state -lcudart_static -lrt -lpthread -ldl -Wl,-rpath,TOP/lib64 -o a.out
#$ export LD_LIBRARY_PATH="TOP/lib64"
#$ ./a.out a b c
=> 0

$ simtcc --dryrun -keep -keep-dir kept -c a.cu
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o kept/a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o kept/a.cpp1.ii
#$ SIMTCC --step host a.cu kept/a.cpp4.ii kept/a.cudafe1.cpp -- -keep -keep-dir kept -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi kept/a.cudafe1.cpp -o kept/a.s
#$ # device half -arch compute_90 "kept/a.cpp1.ii" -o "kept/a.ptx"
#$ # container -o "kept/a.fatbin"
#$ # registration >> "kept/a.s"
#$ SIMTCC --step device a.cu kept/a.cpp4.ii kept/a.cudafe1.cpp kept/a.s kept/a.fatbin kept/a.cpp1.ii -- -keep -keep-dir kept -c a.cu
#$ g++ -c -x assembler kept/a.s -o a.o
=> 0

## device code

$ simtcc --dryrun -ptx a.cu -arch=sm_60 -use_fast_math -prec-div=true -G -rdc=true -extended-lambda
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=600 -D__CUDACC_RDC__ -D__CUDACC_EXTENDED_LAMBDA__ -D__CUDACC_DEBUG__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=600 -D__CUDACC_RDC__ -D__CUDACC_EXTENDED_LAMBDA__ -D__CUDACC_DEBUG__ -D__CUDA_ARCH__=600 [device] -D__SIMT_FTZ=1 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=0 -D__CUDA_FTZ=1 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=0 -D__USE_FAST_MATH__=1 -D__SIMT_FAST_MATH=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -ptx a.cu -arch=sm_60 -use_fast_math -prec-div=true -G -rdc=true -extended-lambda
#$ # device half -arch compute_60 "TMP/1-a.cpp1.ii" -o "TMP/3-a.ptx"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp - a.ptx TMP/1-a.cpp1.ii -- -ptx a.cu -arch=sm_60 -use_fast_math -prec-div=true -G -rdc=true -extended-lambda
=> 0

$ simtcc --dryrun -ptx a.cu -arch native -default-stream per-thread --expt-relaxed-constexpr
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RELAXED_CONSTEXPR__ -isystem TOP/include -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 -include cuda_runtime.h -include simt/host_stub.h a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RELAXED_CONSTEXPR__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 -isystem TOP/include -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 -include cuda_runtime.h -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -ptx a.cu -arch native -default-stream per-thread --expt-relaxed-constexpr
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/3-a.ptx"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp - a.ptx TMP/1-a.cpp1.ii -- -ptx a.cu -arch native -default-stream per-thread --expt-relaxed-constexpr
=> 0

## what has no meaning here

$ simtcc -v -E c.cpp -MM -Xptxas -O3 -t 4 --split-compile=0 -restrict -Wno-deprecated-gpu-targets -diag-suppress 20,30 -Xcudafe --diag_suppress=code_is_unreachable,--promote_warnings
simtcc: no meaning here: --split-compile=0: for GPU machine code only
simtcc: no meaning here: -restrict: pointers of kernels do not overlap
simtcc: no meaning here: -Wno-deprecated-gpu-targets: no target is deprecated
simtcc: no meaning here: -Xptxas -O3: there is no assembler for GPUs
simtcc: no meaning here: -diag-suppress 20: there is no such warning
simtcc: no meaning here: -diag-suppress 30: there is no such warning
simtcc: no meaning here: -Xcudafe --diag_suppress=code_is_unreachable: there is no such warning
simtcc: no meaning here: -Xcudafe --promote_warnings: for another front end
#$ g++ -E -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include -MM c.cpp
c.o: c.cpp
=> 0

## warnings of the device half

$ simtcc -ptx w.cu -o out.ptx
w.cu:3:38: warning[E0626]: division by zero [#39-D]
    3 | __global__ void k(int *p) { *p = 1 / 0; }
      |                                      ^
Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"
=> 0

$ simtcc -ptx constant.cu -o out.ptx
constant.cu:2:31: warning[E0624]: device code cannot write __constant__ memory: the kernel traps here
    2 | __device__ void put(int *p) { *p = 1; }
      |                               ^^^^^^
constant.cu:3:28: warning[E0624]: device code cannot write __constant__ memory: the kernel traps here
    3 | __global__ void k(int i) { a[i] = 2; put(&c); }
      |                            ^^^^^^^^
=> 0

$ simtcc -ptx constant.cu -o out.ptx -Werror all-warnings
constant.cu:2:31: error[E0624]: device code cannot write __constant__ memory: the kernel traps here
    2 | __device__ void put(int *p) { *p = 1; }
      |                               ^^^^^^
constant.cu:3:28: error[E0624]: device code cannot write __constant__ memory: the kernel traps here
    3 | __global__ void k(int i) { a[i] = 2; put(&c); }
      |                            ^^^^^^^^
=> 2

$ simtcc -ptx w.cu -o out.ptx -w
=> 0

$ simtcc -ptx w.cu -o out.ptx -diag-suppress 39,177
=> 0

$ simtcc -ptx w.cu -o out.ptx -Xcudafe --diag_suppress=divide_by_zero
=> 0

$ simtcc -ptx w.cu -o out.ptx -Xcudafe "--diag_suppress 39" -Xcudafe --display_error_number
=> 0

$ simtcc -ptx w.cu -o out.ptx -Xcudafe --diag_error=divide_by_zero
w.cu:3:38: error[E0626]: division by zero [#39-D]
    3 | __global__ void k(int *p) { *p = 1 / 0; }
      |                                      ^
=> 2

$ simtcc -ptx w.cu -o out.ptx -diag-error 39
w.cu:3:38: error[E0626]: division by zero [#39-D]
    3 | __global__ void k(int *p) { *p = 1 / 0; }
      |                                      ^
=> 2

$ simtcc -ptx w.cu -o out.ptx -diag-error 39 -diag-warn=39
w.cu:3:38: warning[E0626]: division by zero [#39-D]
    3 | __global__ void k(int *p) { *p = 1 / 0; }
      |                                      ^
Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"
=> 0

$ simtcc -ptx w.cu -o out.ptx -Werror all-warnings
w.cu:3:38: error[E0626]: division by zero [#39-D]
    3 | __global__ void k(int *p) { *p = 1 / 0; }
      |                                      ^
=> 2

$ simtcc -ptx w.cu -o out.ptx -diag-suppress 39 -Werror cross-execution-space-call
w.cu:2:33: error[E0679]: calling the __host__ function 'h' from the __host__ __device__ function 'hd' is not allowed [#20011-D]
    2 | __host__ __device__ void hd() { h(); }
      |                                 ^^^
=> 2

$ simtcc -ptx w.cu -o out.ptx -diag-suppress=39 -diag-error 20014
w.cu:2:33: error[E0679]: calling the __host__ function 'h' from the __host__ __device__ function 'hd' is not allowed [#20011-D]
    2 | __host__ __device__ void hd() { h(); }
      |                                 ^^^
=> 2

$ simtcc -ptx w.cu -o out.ptx -diag-suppress many
simtcc: error: option '-diag-suppress' takes numbers of warnings, not 'many'
=> 1

## mistakes

$ simtcc
simtcc: error: no input files; --help lists the options
=> 1

$ simtcc -c
simtcc: error: no input files; --help lists the options
=> 1

$ simtcc --bogus a.cu
simtcc: error: unknown option '--bogus'; --help lists the options
=> 1

$ simtcc --arhc=sm_90 a.cu
simtcc: error: unknown option '--arhc=sm_90'; did you mean '-arch'?
=> 1

$ simtcc -Wall a.cu
simtcc: error: unknown option '-Wall'; is it for the host compiler: '-Xcompiler -Wall'?
=> 1

$ simtcc -c a.cu -o
simtcc: error: option '-o' needs a value: FILE
=> 1

$ simtcc -c a.cu b.cu -o x.o
simtcc: error: -o names one file, and 2 are to be made
=> 1

$ simtcc -std=c++98 a.cu
simtcc: error: 'c++98' is not a value of option '-std', which takes one of default|c++03|c++11|c++14|c++17|c++20
=> 1

$ simtcc -rdc=maybe a.cu
simtcc: error: option '-rdc' takes true or false, not 'maybe'
=> 1

$ simtcc -cudart dynamic a.cu
simtcc: error: 'dynamic' is not a value of option '-cudart', which takes one of static|shared|none
=> 1

$ simtcc -arch=gtx a.cu
simtcc: error: 'gtx' is not an architecture; examples are sm_90, compute_80 and native
=> 1

$ simtcc -gencode code=sm_90 a.cu
simtcc: error: -gencode is of the form arch=compute_90,code=sm_90, not 'code=sm_90'
=> 1

$ simtcc -gencode arch=compute_90,code=nonsense a.cu
simtcc: error: 'nonsense' is not an architecture; examples are sm_90, compute_80 and native
=> 1

$ simtcc -maxrregcount many a.cu
simtcc: error: option '-maxrregcount' takes a number, not 'many'
=> 1

$ simtcc -Werror everything a.cu
simtcc: error: 'everything' is not a kind of warning that -Werror knows: all-warnings|cross-execution-space-call|reorder|default-stream-launch|deprecated-declarations|missing-launch-bounds|ext-lambda-captures-this
=> 1

$ simtcc -c=yes a.cu
simtcc: error: option '-c' takes no value: '-c=yes'
=> 1

$ simtcc -cubin a.cu
simtcc: error: option '-cubin' is refused: there is no machine code for GPUs here; use -ptx or -fatbin
=> 1

$ simtcc -ltoir a.cu
simtcc: error: option '-ltoir' is refused: there is no LTO form of device code
=> 1

$ simtcc __cmake_determine_cuda
simtcc: error: don't know what to do with '__cmake_determine_cuda'
=> 1

$ simtcc -dlink missing.o
simtcc: error: cannot read 'missing.o': No such file or directory
=> 1

$ simtcc -c missing.cpp
simtcc: error[E0401]: cannot read 'missing.cpp'
=> 1

$ simtcc @missing.txt
simtcc: error: cannot read the options file 'missing.txt': No such file or directory
=> 1

$ simtcc @loop.txt
simtcc: error: more than 64 options files; do they name each other?
=> 1

$ simtcc --emit=sass a.cu
simtcc: error: --emit takes tokens, ast, ir, cfg, uniformity, opt, llvm, llvm-opt and asm, each with or without :json after it, cfg also with :dot or :svg, not 'sass'
=> 1

$ simtcc -ccbin /nonexistent/g++ -c c.cpp
simtcc: error: cannot run '/nonexistent/g++': No such file or directory
=> 1

$ simtcc --dryrun -o one -o two c.cpp
simtcc: warning: option '-o' given twice; the last value counts
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -c -x c++ [driver] -D__CUDA_ARCH_LIST__=900 -isystem TOP/include c.cpp -o TMP/0-c.o
#$ g++ TMP/0-c.o "-LTOP/lib64" -lcudadevrt -Wl,--push-state,--as-needed -lcudart -Wl,--pop-state -lcudart_static -lrt -lpthread -ldl -Wl,-rpath,TOP/lib64 -o two
=> 0

$ simtcc -E -foo -forward-unknown-to-host-compiler bar
simtcc: error: there is nothing to preprocess in 'bar'
=> 1

## phases together

$ simtcc --dryrun -dc -c a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -dc -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -dc -c a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -c -dc a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -c -dc a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -c -dc a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -dc -dc -c a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -dc -dc -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -dc -dc -c a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -dw -c a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -dw -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -dw -c a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -c -dw a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -c -dw a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -c -dw a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -rdc=true -c a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -rdc=true -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -rdc=true -c a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -c -rdc true -c a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -c -rdc true -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -c -rdc true -c a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -rdc=false -rdc=true -c a.cu
simtcc: warning: option '-rdc' is given twice; 'true' is used
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -rdc=false -rdc=true -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -rdc=false -rdc=true -c a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -rdc=true -rdc=false -c a.cu
simtcc: warning: option '-rdc' is given twice; 'false' is used
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -rdc=true -rdc=false -c a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -rdc=true -rdc=false -c a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -dc -dw a.cu
simtcc: error: options '-dc' and '-dw' contradict each other
=> 1

$ simtcc --dryrun -dc -c -rdc=false a.cu
simtcc: error: options '-dc' and '-rdc=false' contradict each other
=> 1

$ simtcc --dryrun -rdc=true -dw -c a.cu
simtcc: error: options '-dw' and '-rdc=true' contradict each other
=> 1

$ simtcc --dryrun -dc -ptx a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -dc -ptx a.cu
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/3-a.ptx"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp - a.ptx TMP/1-a.cpp1.ii -- -dc -ptx a.cu
=> 0

$ simtcc --dryrun -c -ptx -link a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -c -ptx -link a.cu
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/3-a.ptx"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp - a.ptx TMP/1-a.cpp1.ii -- -c -ptx -link a.cu
=> 0

$ simtcc --dryrun -lib -dc a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -lib -dc a.cu
#$ g++ -S -x c++-cpp-output -fno-lto -Wno-psabi TMP/2-a.cudafe1.cpp -o TMP/3-a.s
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/4-a.ptx"
#$ # container -o "TMP/5-a.fatbin"
#$ # registration >> "TMP/3-a.s"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp TMP/3-a.s TMP/5-a.fatbin TMP/1-a.cpp1.ii -- -lib -dc a.cu
#$ g++ -c -x assembler TMP/3-a.s -o a.o
=> 0

$ simtcc --dryrun -dc -fatbin a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDACC_RDC__ -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -dc -fatbin a.cu
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/3-a.ptx"
#$ # container -o "a.fatbin"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp - a.fatbin TMP/1-a.cpp1.ii -- -dc -fatbin a.cu
=> 0

$ simtcc --dryrun -c -E -ptx a.cu
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu
=> 0

$ simtcc --dryrun -cuda -ptx a.cu
#$ mkdir -p "TMP"
#$ trap 'rm -r "TMP"' EXIT
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 [include] a.cu -o TMP/0-a.cpp4.ii
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu -o TMP/1-a.cpp1.ii
#$ SIMTCC --step host a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp -- -cuda -ptx a.cu
#$ # device half -arch compute_90 "TMP/1-a.cpp1.ii" -o "TMP/3-a.ptx"
#$ SIMTCC --step device a.cu TMP/0-a.cpp4.ii TMP/2-a.cudafe1.cpp - a.ptx TMP/1-a.cpp1.ii -- -cuda -ptx a.cu
=> 0

## information

$ simtcc --version
nvcc: NVIDIA (R) Cuda compiler driver: its command line is what this program takes
simtcc (simt 0.1.0): not NVIDIA's; compiles CUDA C++ for machines without a GPU
Cuda compilation tools, release 13.0, V13.0.88
=> 0

$ simtcc -V
nvcc: NVIDIA (R) Cuda compiler driver: its command line is what this program takes
simtcc (simt 0.1.0): not NVIDIA's; compiles CUDA C++ for machines without a GPU
Cuda compilation tools, release 13.0, V13.0.88
=> 0

$ simtcc --list-gpu-code
sm_50
sm_52
sm_53
sm_60
sm_61
sm_62
sm_70
sm_72
sm_75
sm_80
sm_86
sm_87
sm_88
sm_89
sm_90
sm_100
sm_103
sm_110
sm_120
sm_121
=> 0

$ simtcc -arch-ls -code-ls
arch=compute_50,code=sm_50
arch=compute_52,code=sm_52
arch=compute_53,code=sm_53
arch=compute_60,code=sm_60
arch=compute_61,code=sm_61
arch=compute_62,code=sm_62
arch=compute_70,code=sm_70
arch=compute_72,code=sm_72
arch=compute_75,code=sm_75
arch=compute_80,code=sm_80
arch=compute_86,code=sm_86
arch=compute_87,code=sm_87
arch=compute_88,code=sm_88
arch=compute_89,code=sm_89
arch=compute_90,code=sm_90
arch=compute_100,code=sm_100
arch=compute_103,code=sm_103
arch=compute_110,code=sm_110
arch=compute_120,code=sm_120
arch=compute_121,code=sm_121
=> 0

$ simtcc --dryrun -E a.cu -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90
#$ g++ -E -x c++ [cuda] -D__CUDA_ARCH_LIST__=800,900 -D__CUDA_ARCH__=800 [device] -D__SIMT_FTZ=0 -D__SIMT_PREC_DIV=1 -D__SIMT_PREC_SQRT=1 -D__CUDA_FTZ=0 -D__CUDA_PREC_DIV=1 -D__CUDA_PREC_SQRT=1 [include] -ftrack-macro-expansion=0 a.cu
=> 0

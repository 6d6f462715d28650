#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_gpu_test.sh ROOT SCRATCH: holds `./run gpu` to its exit codes and files, on a tree of stand-ins for what it runs,
# carried to a machine that can build nothing.
set -euo pipefail

root=$1 tree=$2/tree tools=$2/tools
rm -rf -- "$2"
mkdir -p "$tree/cmake" "$tree/build/cuda/bin" "$tree/build/cuda/cuda" "$tools"
cp -- "$root/run" "$tree/"
cp -- "$root/cmake/packages.txt" "$tree/cmake/"
touch "$tree/build/cuda/cuda/libcuda_mine.so" "$tree/build/cuda/cuda/libmine_emulated_linear.so"
for tool in bash env dirname mkdir rm timeout cat sed grep cut; do ln -s "$(command -v "$tool")" "$tools/"; done

stand_in() {  # stand_in PATH BODY: a program
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$1"
  chmod +x "$1"
}

# shellcheck disable=SC2016  # the stand-ins expand these
whole() {
  stand_in "$tree/build/cuda/bin/assay_cuda_device" 'echo "Some GPU"'
  stand_in "$tree/build/cuda/bin/assay_cuda_probe" 'echo "{}"'
  stand_in "$tree/build/cuda/bin/assay" 'echo "$@" >>"$LOG"; f=${@: -1}; printf "{}" >"${f#json:}"'
  stand_in "$tree/build/cuda/bin/assay-plain-call" 'cat'
  rm -f "$tools/compute-sanitizer"
}

expect() {  # expect CODE TEXT ARGUMENTS...: how ./run gpu ends, and what it or the programs say
  local code=0 said want=$1 text=$2
  shift 2
  rm -f -- "$tree/log"
  said=$(cd / && env -i PATH="$tools" LOG="$tree/log" "$tree/run" gpu "$@" 2>&1) || code=$?
  said="$said $(cat "$tree/log" 2>/dev/null || true)"
  if [ "$code" != "$want" ] || [[ "$said" != *"$text"* ]]; then
    printf 'gpu %s ended with %s, want %s and "%s":\n%s\n' "$*" "$code" "$want" "$text" "$said"
    exit 1
  fi
}

whole
expect 0 "check $tree/build/cuda/cuda/libcuda_mine.so --suite standard"
[ -f "$tree/out/gpu/record.json" ]
[ -f "$tree/out/gpu/probes.json" ]
expect 0 "libcuda_mine.so --suite quick --report" --suite quick

stand_in "$tree/build/cuda/bin/assay_cuda_device" 'echo "skipped: error 35 cudaErrorInsufficientDriver"; exit 3'
expect 3 "skipped: error 35 cudaErrorInsufficientDriver"
whole
stand_in "$tree/build/cuda/bin/assay_cuda_probe" 'exit 1'
expect 1 "not what the bound assumes"
whole
# shellcheck disable=SC2016
stand_in "$tree/build/cuda/bin/assay" 'f=${@: -1}; printf "{}" >"${f#json:}"; exit 1'
expect 1 "on the device for"
[ -f "$tree/out/gpu/record.json" ]
stand_in "$tree/build/cuda/bin/assay" 'exit 3'
expect 1 "no record was written"
[ ! -f "$tree/out/gpu/record.json" ]
whole
stand_in "$tree/build/cuda/bin/assay-plain-call" 'echo "libcublas.so.13: cannot open shared object file"; exit 3'
expect 1 "no CUDA kernel can be loaded"
touch "$tree/build/cuda/cuda/libcuda_vendor.so"
# shellcheck disable=SC2016
stand_in "$tree/build/cuda/bin/assay-plain-call" \
  'case $1 in *vendor*) echo "libcublas.so.13: cannot open shared object file"; exit 3 ;; esac'
expect 0 "left out: libcuda_vendor.so: libcublas.so.13: cannot open"
# shellcheck disable=SC2016
stand_in "$tree/build/cuda/bin/assay-plain-call" 'case $1 in *vendor*) echo "its init() returned: x"; exit 3 ;; esac'
expect 1 "left out: libcuda_vendor.so: its init() returned: x"
rm "$tree/build/cuda/cuda/libcuda_vendor.so"
whole
stand_in "$tools/compute-sanitizer" 'case $* in *racecheck*) exit 1 ;; esac; cat >/dev/null'
expect 1 "racecheck: see"
stand_in "$tools/compute-sanitizer" 'cat >/dev/null'
expect 0 "Some GPU"

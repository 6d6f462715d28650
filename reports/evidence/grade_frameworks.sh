#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs frameworks from PyPI into a virtual environment, lets each compute packs on the CPU, grades what came out and
# writes the graded summary. Needs 7 GB and, for JAX, which compiles every shape, patience.
#
# Usage: grade_frameworks.sh [FOLDER] [NAMES...]   FOLDER, by default build/frameworks, keeps environment, packs,
# outputs and full reports; NAMES are those of the table below, by default all. ASSAY names another program than the
# build's.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd -- "$here/../.." && pwd -P)
folder=${1:-$root/build/frameworks}
[ $# -eq 0 ] || shift
mkdir -p "$folder"
cd -- "$folder"

if [ -z "${ASSAY:-}" ]; then
  "$root/run" build assay
  ASSAY=$root/build/dev/bin/assay
fi
if [ ! -x venv/bin/python ]; then
  python3 -m venv venv
  venv/bin/pip install -q torch jax onnx onnxruntime 'mlx[cpu]' numpy ml_dtypes safetensors
fi

# Some kernels want values as wide as keys; no line of the suites is.
square() { "$ASSAY" list --suite "$1" | sed -E 's/dk=([0-9]+) dv=[0-9]+/dk=\1 dv=\1/'; }
square standard >square.cases
square quick >square_quick.cases
rm -rf packs
mkdir packs
"$ASSAY" pack --suite standard -o packs/standard >/dev/null
"$ASSAY" pack --lines square.cases -o packs/square >/dev/null
"$ASSAY" pack --lines square_quick.cases -o packs/square_quick >/dev/null
"$ASSAY" pack --lines "$here/findings.cases" -o packs/findings >/dev/null
for dtype in bf16 fp16 fp64; do "$ASSAY" pack --suite standard --dtype $dtype -o packs/$dtype >/dev/null; done

# name | pack | runner and its arguments | arithmetic required; empty: the preset of the dtype
table='
numpy             | standard     | run_numpy.py                       |
torch-math        | standard     | run_pytorch.py MATH                |
torch-fused       | square       | run_pytorch.py FLASH_ATTENTION     |
onnxruntime       | standard     | run_onnxruntime.py                 |
onnxruntime-fp16  | fp16         | run_onnxruntime.py                 | fp16 score=fp16 fold=fp16
onnxruntime-fp64  | fp64         | run_onnxruntime.py                 | fp64 fold=fp32
mlx               | standard     | run_mlx.py                         |
mlx-fp16          | fp16         | run_mlx.py                         | fp16 score=fp16 fold=fp16 bias_rounding=fp16
mlx-bf16          | bf16         | run_mlx.py                         | bf16 score=bf16 fold=bf16 bias_rounding=bf16
jax               | square_quick | run_jax.py                         |
found-torch-math  | findings     | run_pytorch.py MATH                |
found-torch-fused | findings     | run_pytorch.py FLASH_ATTENTION     |
found-onnxruntime | findings     | run_onnxruntime.py                 |
found-mlx         | findings     | run_mlx.py                         |
found-jax         | findings     | run_jax.py                         |
'
while IFS='|' read -r name pack command require; do
  read -r name <<<"$name"
  [ -n "$name" ] || continue
  case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
  read -r pack <<<"$pack"
  read -r runner arguments <<<"$command"
  read -r require <<<"$require"
  rm -rf "outputs/$name"
  # shellcheck disable=SC2086  # arguments are words
  venv/bin/python "packs/$pack/$runner" "outputs/$name" $arguments
  mkdir -p records
  "$ASSAY" grade "packs/$pack" "outputs/$name" ${require:+--require "$require"} --report "json:records/$name.json" \
    >"records/$name.txt" || [ $? -eq 1 ]
done <<<"$table"
venv/bin/python "$here/summarise.py" records >"$here/frameworks.json"

# SPDX-License-Identifier: Apache-2.0
"""Attention in NumPy, as its definition reads; 16-bit inputs are computed in float32. Usage: run_numpy.py OUTPUTS"""
import ml_dtypes  # gives NumPy bfloat16
import numpy as np
import safetensors.numpy as files

from assay_pack import refuse, run, visible

TAKES = {"grouped_heads", "value_dim", "scale", "causal", "window", "past", "key_lengths", "segments", "mask", "bias",
         "empty_row", "lse", "other_lse"}


def attend(call, t):
    refuse(call["empty_row"] == "mean", "the mean of values where a query sees no key")
    work = np.float64 if call["dtype"] == "fp64" else np.float32
    q, k, v = (t[name].astype(work) for name in ("query", "key", "value"))
    k, v = (np.repeat(x, q.shape[1] // x.shape[1], axis=1) for x in (k, v))
    seen, bias = visible(call, t), t["bias"].astype(work) if "bias" in t else work(0)
    hidden = np.broadcast_to(np.isneginf(bias) | (seen is not None and ~seen), q.shape[:3] + k.shape[2:3])
    unused = hidden.all(axis=2)[..., None]
    k, v = np.where(unused, 0, k), np.where(unused, 0, v)  # 0 times NaN is not 0
    scores = np.where(hidden, -np.inf, q @ k.swapaxes(2, 3) * work(call["scale"]) + bias)
    top = scores.max(axis=3, keepdims=True, initial=np.finfo(work).min)
    weights = np.exp(scores - top)
    total = weights.sum(axis=3, keepdims=True)
    empty = hidden.all(axis=3, keepdims=True)
    out = np.where(empty, 0 if call["empty_row"] == "zero" else np.nan, weights @ v / total)
    lse = np.where(empty, float(call["empty_lse"]), top + np.log(total)) / (np.log(2) if call["lse_base_two"] else 1)
    return {"out": out.astype(t["query"].dtype)} | ({"lse": lse.astype(work)} if "lse" in call["features"] else {})


np.seterr(all="ignore")
run(f"numpy {np.__version__}", TAKES, {"fp64", "fp32", "fp16", "bf16"}, attend, files.load_file, files.save_file,
    arithmetic={"fp16": "fp16 p=fp32", "bf16": "bf16 p=fp32"})

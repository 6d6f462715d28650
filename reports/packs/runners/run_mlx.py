# SPDX-License-Identifier: Apache-2.0
"""mlx.core.fast.scaled_dot_product_attention. Usage: run_mlx.py OUTPUTS"""
import mlx.core as mx

from assay_pack import run, visible

TAKES = {"grouped_heads", "value_dim", "scale", "causal", "window", "past", "key_lengths", "segments", "mask", "bias",
         "sinks", "empty_row"}


def attend(call, t):
    q, k, v = t["query"], t["key"], t["value"]
    seen, mask = visible(call, t), t.get("bias")
    if seen is not None:
        mask = mx.array(seen) if mask is None else mx.where(mx.array(seen), mask, mx.array(-mx.inf, mask.dtype))
    sinks = t["sinks"].reshape(-1).astype(q.dtype) if "sinks" in t else None
    out = mx.fast.scaled_dot_product_attention(q, k, v, scale=call["scale"], mask=mask, sinks=sinks)
    return {"out": out}


run(f"mlx {mx.__version__} fast.scaled_dot_product_attention {mx.default_device()}", TAKES, {"fp32", "fp16", "bf16"},
    attend, mx.load, lambda tensors, path, metadata: mx.save_safetensors(path, tensors, metadata),
    {"lse": "fast.scaled_dot_product_attention does not return it"}, convention="torch empty=mean")

# SPDX-License-Identifier: Apache-2.0
"""jax.nn.dot_product_attention. Usage: run_jax.py OUTPUTS [IMPLEMENTATION], xla or cudnn; without one JAX chooses."""
import sys

import jax
import jax.numpy as jnp
import safetensors.flax as files

from assay_pack import causal_alone, run, visible

TAKES = {"grouped_heads", "scale", "causal", "window", "past", "key_lengths", "segments", "mask", "bias", "empty_row"}
IMPLEMENTATION = sys.argv[2] if len(sys.argv) > 2 else None


def attend(call, t):
    q, k, v = (t[name].swapaxes(1, 2) for name in ("query", "key", "value"))  # (batch, length, heads, features)
    seen = None if causal_alone(call) else visible(call, t)
    out = jax.nn.dot_product_attention(q, k, v, bias=t.get("bias"), mask=seen if seen is None else jnp.asarray(seen),
                                       scale=call["scale"], is_causal=causal_alone(call),
                                       implementation=IMPLEMENTATION)
    return {"out": out.swapaxes(1, 2)}


jax.config.update("jax_enable_x64", True)
run(f"jax {jax.__version__} dot_product_attention {IMPLEMENTATION or ''} {jax.default_backend()}", TAKES,
    {"fp64", "fp32", "fp16", "bf16"}, attend, files.load_file, files.save_file,
    {"lse": "dot_product_attention does not return it"}, convention="torch empty=mean")

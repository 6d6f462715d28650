# SPDX-License-Identifier: Apache-2.0
"""torch.nn.functional.scaled_dot_product_attention. Usage: run_pytorch.py OUTPUTS [BACKEND [DEVICE]]; BACKEND is a name
of torch.nn.attention.SDPBackend (MATH, FLASH_ATTENTION, ...), without one torch chooses."""
import sys

import safetensors.torch as files
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from assay_pack import Unsupported, causal_alone, run, visible

TAKES = {"grouped_heads", "value_dim", "scale", "causal", "window", "past", "key_lengths", "segments", "mask", "bias"}
BACKEND, DEVICE = (sys.argv[2:] + ["", ""][len(sys.argv) - 2:])[:2]
BACKENDS = [backend for name, backend in SDPBackend.__members__.items() if name == BACKEND or not BACKEND]


def attend(call, t):
    q, k, v = (t[name].to(DEVICE or "cpu") for name in ("query", "key", "value"))
    seen, mask = None if causal_alone(call) else visible(call, t), t.get("bias")
    if seen is not None:
        mask = torch.from_numpy(seen) if mask is None else torch.where(torch.from_numpy(seen), mask, -torch.inf)
    try:
        with sdpa_kernel(BACKENDS):
            out = torch.nn.functional.scaled_dot_product_attention(
                q, k, v, attn_mask=mask if mask is None else mask.to(q.device), is_causal=causal_alone(call),
                scale=call["scale"], enable_gqa=q.shape[1] != k.shape[1])
    except RuntimeError as error:
        raise Unsupported(str(error)) if "No available kernel" in str(error) else error
    return {"out": out.cpu().contiguous()}


run(f"torch {torch.__version__} scaled_dot_product_attention {BACKEND} {DEVICE}".strip(), TAKES,
    {"fp64", "fp32", "fp16", "bf16"}, attend, files.load_file, files.save_file,
    {"lse": "scaled_dot_product_attention does not return it"})

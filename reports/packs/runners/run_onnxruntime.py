# SPDX-License-Identifier: Apache-2.0
"""ONNX Runtime's Attention (opset 23) on the CPU, a model of one node a case. Usage: run_onnxruntime.py OUTPUTS"""
import numpy as np
import onnxruntime
import safetensors.numpy as files
from onnx import helper

from assay_pack import causal_alone, refuse, run, visible

TAKES = {"grouped_heads", "value_dim", "scale", "softcap", "causal", "window", "past", "key_lengths", "segments",
         "mask", "bias"}


def attend(call, t):
    refuse(call["softcap_last"] and call["softcap"] and "bias" in t, "a soft cap after the bias")
    refuse(call["scale"] <= 0, "a scale that is not above 0")
    feeds = {"Q": t["query"], "K": t["key"], "V": t["value"]}
    seen, mask = None if causal_alone(call) else visible(call, t), t.get("bias")
    if seen is not None:
        mask = seen if mask is None else np.where(seen, mask, mask.dtype.type(-np.inf))
    if mask is not None:
        feeds["mask"] = np.ascontiguousarray(np.broadcast_to(mask, mask.shape[:2] + t["query"].shape[2:3] +
                                                             t["key"].shape[2:3]))
    given = {"scale": call["scale"]} if "scale" in call["features"] else {}  # an attribute is a float32
    node = helper.make_node("Attention", list(feeds), ["out"], is_causal=int(causal_alone(call)),
                            softcap=call["softcap"] or 0.0, **given)
    value = lambda name, dtype, shape: helper.make_tensor_value_info(
        name, helper.np_dtype_to_tensor_dtype(dtype), shape)
    graph = helper.make_graph([node], "case", [value(name, x.dtype, x.shape) for name, x in feeds.items()],
                              [value("out", t["query"].dtype, None)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return {"out": session.run(None, feeds)[0]}


onnxruntime.set_default_logger_severity(4)
run(f"onnxruntime {onnxruntime.__version__} Attention, CPU", TAKES, {"fp64", "fp32", "fp16"}, attend, files.load_file,
    files.save_file, {"lse": "Attention does not return it"})

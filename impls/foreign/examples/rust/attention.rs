// SPDX-License-Identifier: Apache-2.0
//! Attention in Rust: float32, causal, grouped heads. By hand:
//!   rustc --edition 2021 --crate-type cdylib -C panic=abort -O attention.rs -o libattention.so
mod assay_abi;
use assay_abi::*;
use std::os::raw::c_char;
use std::slice::{from_raw_parts, from_raw_parts_mut};

fn attend(query: &[f32], keys: &[f32], values: &[f32], scale: f32, out: &mut [f32]) {
    let dot = |key: &[f32]| key.iter().zip(query).map(|(k, q)| k * q).sum::<f32>() * scale;
    let scores: Vec<f32> = keys.chunks(query.len()).map(dot).collect();
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = scores.iter().map(|score| (score - largest).exp()).collect();
    let sum: f32 = weights.iter().sum();
    out.fill(0.0);
    for (weight, value) in weights.iter().zip(values.chunks(out.len())) {
        out.iter_mut().zip(value).for_each(|(o, v)| *o += weight / sum * v);
    }
}

unsafe extern "C" fn forward(call: *const Call) -> Status {
    let (call, o) = (&*call, &*(*call).options);
    let (query, key, value, out) = (&*call.query, &*call.key, &*call.value, &*call.out);
    let (heads, length, dim) = (query.extent(1), query.extent(2), query.extent(3) as usize);
    let (keys, value_dim) = (value.extent(2), value.extent(3) as usize);
    for n in 0..query.extent(0) * heads * length {
        let (b, h, i) = (n / length / heads, n / length % heads, n % length);
        let g = h / (heads / key.extent(1));
        let seen = if o.causal != 0 { (i + o.offset + 1).clamp(0, keys) } else { keys } as usize;
        attend(
            from_raw_parts(query.at(b, h, i, 0), dim),
            from_raw_parts(key.at(b, g, 0, 0), seen * dim),
            from_raw_parts(value.at(b, g, 0, 0), seen * value_dim),
            o.scale as f32,
            from_raw_parts_mut(out.at(b, h, i, 0), value_dim),
        );
    }
    OK
}

static PLUGIN: Plugin = Plugin {
    name: b"example_rust\0".as_ptr() as *const c_char,
    dtypes: FP32,
    features: CAUSAL | PAST | GROUPED_HEADS | VALUE_DIM | SCALE,
    promises: REPEATABLE,
    forward: Some(forward),
    ..PLUGIN_HEAD
};

#[no_mangle]
pub extern "C" fn assay_plugin_entry(host_major: u32, _host_minor: u32) -> *const Plugin {
    if host_major == ABI_MAJOR { &PLUGIN } else { std::ptr::null() }
}

// SPDX-License-Identifier: Apache-2.0
//! The plug-in ABI (impls/plugin_abi.h, which says what each field means) and DLPack's tensor for Rust. A test compares
//! sizes, offsets and constants with the C header.
#![allow(dead_code)]
use std::os::raw::{c_char, c_void};

pub const ABI_MAJOR: u32 = 1;
pub const ABI_MINOR: u32 = 1;

pub type Status = i32;
pub const OK: Status = 0;
pub const UNSUPPORTED: Status = 1;
pub const BAD_ARGUMENT: Status = 2;
pub const DEVICE_ERROR: Status = 3;
pub const NO_DEVICE: Status = 4;
pub const OUT_OF_MEMORY: Status = 5;
pub const INTERNAL: Status = 6;

pub const CPU: i32 = 1;

pub const FP32: u64 = 1 << 0;
pub const FP16: u64 = 1 << 1;
pub const BF16: u64 = 1 << 2;
pub const E4M3: u64 = 1 << 3;
pub const E5M2: u64 = 1 << 4;
pub const FP64: u64 = 1 << 5;

pub const GROUPED_HEADS: u64 = 1 << 0;
pub const VALUE_DIM: u64 = 1 << 1;
pub const SCALE: u64 = 1 << 2;
pub const SOFTCAP: u64 = 1 << 3;
pub const CAUSAL: u64 = 1 << 4;
pub const WINDOW: u64 = 1 << 5;
pub const PAST: u64 = 1 << 6;
pub const KEY_LENGTHS: u64 = 1 << 7;
pub const SEGMENTS: u64 = 1 << 8;
pub const MASK: u64 = 1 << 9;
pub const BIAS: u64 = 1 << 10;
pub const ALIBI: u64 = 1 << 11;
pub const SINKS: u64 = 1 << 12;
pub const DROPOUT: u64 = 1 << 13;
pub const DROPOUT_DRAWN: u64 = 1 << 14;
pub const LSE: u64 = 1 << 15;
pub const OUT_DTYPE: u64 = 1 << 16;
pub const DESCALE: u64 = 1 << 17;
pub const EMPTY: u64 = 1 << 18;
pub const INTERLEAVED: u64 = 1 << 19;
pub const EMPTY_ROW: u64 = 1 << 20;
pub const OTHER_LSE: u64 = 1 << 21;
pub const CHUNK: u64 = 1 << 22;

pub const ANY_STRIDES: u64 = 1 << 0;
pub const REPEATABLE: u64 = 1 << 1;
pub const BATCH_INVARIANT: u64 = 1 << 2;
pub const NEEDS_ALIGNED_16: u64 = 1 << 3;

pub const TOP_LEFT: i32 = 0;
pub const BOTTOM_RIGHT: i32 = 1;
pub const OFFSET: i32 = 2;
pub const EMPTY_ZERO: i32 = 0;
pub const EMPTY_NAN: i32 = 1;
pub const EMPTY_MEAN: i32 = 2;
pub const LSE_MINUS_INFINITY: i32 = 0;
pub const LSE_PLUS_INFINITY: i32 = 1;
pub const LSE_NAN: i32 = 2;

#[repr(C)]
pub struct Device {
    pub device_type: i32,
    pub device_id: i32,
}

#[repr(C)]
pub struct DataType {
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
}

#[repr(C)]
pub struct Tensor {
    pub data: *mut c_void,
    pub device: Device,
    pub ndim: i32,
    pub dtype: DataType,
    pub shape: *const i64,
    pub strides: *const i64,
    pub byte_offset: u64,
}

impl Tensor {
    /// # Safety
    /// The tensor is one of a call.
    pub unsafe fn extent(&self, axis: usize) -> i64 {
        *self.shape.add(axis)
    }
    /// Element (b, h, i, d), whatever the strides.
    /// # Safety
    /// The tensor is one of a call, its elements are of type T, and the indices lie within its extents.
    pub unsafe fn at<T>(&self, b: i64, h: i64, i: i64, d: i64) -> *mut T {
        let index = [b, h, i, d];
        let step: i64 = (0..4).map(|axis| index[axis] * *self.strides.add(axis)).sum();
        (self.data as *mut T).offset(step as isize)
    }
}

#[repr(C)]
pub struct Options {
    pub size: u32,
    pub causal: i32,
    pub features: u64,
    pub scale: f64,
    pub softcap: f64,
    pub softcap_last: i32,
    pub anchor: i32,
    pub offset: i64,
    pub past: i64,
    pub window_left: i64,
    pub window_right: i64,
    pub mask_hides: i32,
    pub heads_interleaved: i32,
    pub empty_row: i32,
    pub empty_lse: i32,
    pub lse_base_two: i32,
    pub training: i32,
    pub dropout_probability: f64,
    pub dropout_seed: u64,
    pub reserved: [*const c_char; 2],
    pub chunk: i64,
}

#[repr(C)]
pub struct Call {
    pub size: u32,
    pub reserved: u32,
    pub options: *const Options,
    pub query: *const Tensor,
    pub key: *const Tensor,
    pub value: *const Tensor,
    pub mask: *const Tensor,
    pub bias: *const Tensor,
    pub key_lengths: *const Tensor,
    pub query_segments: *const Tensor,
    pub key_segments: *const Tensor,
    pub alibi_slopes: *const Tensor,
    pub sinks: *const Tensor,
    pub dropout_keep: *const Tensor,
    pub query_descale: *const Tensor,
    pub key_descale: *const Tensor,
    pub value_descale: *const Tensor,
    pub out: *mut Tensor,
    pub lse: *mut Tensor,
    pub dropout_drawn: *mut Tensor,
    pub dout: *const Tensor,
    pub dlse: *const Tensor,
    pub dquery: *mut Tensor,
    pub dkey: *mut Tensor,
    pub dvalue: *mut Tensor,
    pub dbias: *mut Tensor,
    pub dsinks: *mut Tensor,
    pub workspace: *mut c_void,
    pub workspace_bytes: usize,
    pub stream: *mut c_void,
}

#[repr(C)]
pub struct Memory {
    pub size: u32,
    pub reserved: u32,
    pub allocate: Option<unsafe extern "C" fn(usize) -> *mut c_void>,
    pub release: Option<unsafe extern "C" fn(*mut c_void)>,
    pub to_device: Option<unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> Status>,
    pub to_host: Option<unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> Status>,
}

pub type Forward = unsafe extern "C" fn(*const Call) -> Status;
pub type Supports = unsafe extern "C" fn(*const Call, i32, *mut usize, *mut *const c_char) -> Status;

#[repr(C)]
pub struct Plugin {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub device_type: i32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub build: *const c_char,
    pub convention: *const c_char,
    pub arithmetic: *const c_char,
    pub dtypes: u64,
    pub features: u64,
    pub promises: u64,
    pub forward: Option<Forward>,
    pub backward: Option<Forward>,
    pub supports: Option<Supports>,
    pub arithmetic_for: Option<unsafe extern "C" fn(*const Call) -> *const c_char>,
    pub init: Option<unsafe extern "C" fn(i32) -> Status>,
    pub shutdown: Option<unsafe extern "C" fn()>,
    pub last_error: Option<unsafe extern "C" fn() -> *const c_char>,
    pub memory: *const Memory,
}

// A description is read only, and what it points to lives as long as the library.
unsafe impl Sync for Plugin {}

/// A description with everything left out: `static PLUGIN: Plugin = Plugin { name: ..., ..PLUGIN_HEAD };`
pub const PLUGIN_HEAD: Plugin = Plugin {
    size: std::mem::size_of::<Plugin>() as u32,
    abi_major: ABI_MAJOR,
    abi_minor: ABI_MINOR,
    device_type: CPU,
    name: std::ptr::null(),
    version: std::ptr::null(),
    build: std::ptr::null(),
    convention: std::ptr::null(),
    arithmetic: std::ptr::null(),
    dtypes: 0,
    features: 0,
    promises: 0,
    forward: None,
    backward: None,
    supports: None,
    arithmetic_for: None,
    init: None,
    shutdown: None,
    last_error: None,
    memory: std::ptr::null(),
};

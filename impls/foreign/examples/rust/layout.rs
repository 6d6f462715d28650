// SPDX-License-Identifier: Apache-2.0
//! Prints how assay_abi.rs lays its structs out, for the comparison with the C header.
mod assay_abi;
use assay_abi::*;
use std::ffi::CString;
use std::mem::{size_of, MaybeUninit};
use std::os::raw::c_char;
use std::ptr::addr_of;

macro_rules! lay_out {
    ($text:ident, $type:ident, $($field:ident)+) => {
        let blank = MaybeUninit::<$type>::uninit();
        let start = blank.as_ptr();
        $text += &format!("{} {}\n", stringify!($type), size_of::<$type>());
        $({
            let field = unsafe { addr_of!((*start).$field) } as usize;
            $text += &format!("{} {}\n", stringify!($field), field - start as usize);
        })+
    };
}

macro_rules! tell {
    ($text:ident, $($constant:ident)+) => {
        $($text += &format!("{} {}\n", stringify!($constant), $constant);)+
    };
}

#[no_mangle]
pub extern "C" fn assay_rust_layout() -> *const c_char {
    let mut text = String::new();
    lay_out!(text, Device,
        device_type device_id);
    lay_out!(text, DataType,
        code bits lanes);
    lay_out!(text, Tensor,
        data device ndim dtype shape strides byte_offset);
    lay_out!(text, Options,
        size causal features scale softcap softcap_last anchor offset past window_left window_right mask_hides
        heads_interleaved empty_row empty_lse lse_base_two training dropout_probability dropout_seed reserved
        chunk);
    lay_out!(text, Call,
        size reserved options query key value mask bias key_lengths query_segments key_segments alibi_slopes
        sinks dropout_keep query_descale key_descale value_descale out lse dropout_drawn dout dlse dquery dkey
        dvalue dbias dsinks workspace workspace_bytes stream);
    lay_out!(text, Memory,
        size reserved allocate release to_device to_host);
    lay_out!(text, Plugin,
        size abi_major abi_minor device_type name version build convention arithmetic dtypes features promises
        forward backward supports arithmetic_for init shutdown last_error memory);
    tell!(text,
                ABI_MAJOR ABI_MINOR OK UNSUPPORTED BAD_ARGUMENT DEVICE_ERROR NO_DEVICE OUT_OF_MEMORY INTERNAL
        CPU FP32         FP16 BF16 E4M3 E5M2 FP64 GROUPED_HEADS VALUE_DIM SCALE SOFTCAP CAUSAL WINDOW PAST
        KEY_LENGTHS SEGMENTS         MASK BIAS ALIBI SINKS DROPOUT DROPOUT_DRAWN LSE OUT_DTYPE DESCALE EMPTY
        INTERLEAVED EMPTY_ROW OTHER_LSE CHUNK ANY_STRIDES REPEATABLE BATCH_INVARIANT NEEDS_ALIGNED_16
        TOP_LEFT BOTTOM_RIGHT OFFSET EMPTY_ZERO EMPTY_NAN EMPTY_MEAN LSE_MINUS_INFINITY         LSE_PLUS_INFINITY LSE_NAN);
    CString::new(text).unwrap().into_raw()
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ABI by which a shared library offers an attention kernel to Assay. C99, C++11 and later; no library to link.
 *
 * A library exports one function, assay_plugin_entry(), that returns a description with at least `name`, `dtypes` and
 * `forward`. Structs only ever grow at their end, and `size` says how far the other side knows them: a field beyond it
 * reads as zero. A change of meaning raises ASSAY_ABI_MAJOR, an added field ASSAY_ABI_MINOR; a host takes every
 * library of its own major version.
 *
 * What a kernel may rely on: every tensor has four axes; strides are set, in elements, never negative; byte_offset is
 * zero; data is aligned to its element (ASSAY_NEEDS_ALIGNED_16 asks for more); inputs cannot be written; out and lse
 * hold garbage. What a kernel must do: write every element of out and lse and nothing else; be done when it
 * returns (unless `stream` is set); refuse what it does not compute, by a feature left out or by supports(), and not
 * answer it with other numbers; keep the caller's rounding mode, flush-to-zero setting and signal handlers. It may be
 * called again in the same process with other shapes or other data, from one thread at a time.
 */
#ifndef ASSAY_PLUGIN_ABI_H
#define ASSAY_PLUGIN_ABI_H

#include <dlpack/dlpack.h>
#include <stddef.h>
#include <stdint.h>

#define ASSAY_ABI_MAJOR 1u
#define ASSAY_ABI_MINOR 1u

/* DLPack type codes that older headers lack (numbers of DLPack 1.1). Each has 8 bits; a bool is 0 or 1. */
enum { ASSAY_DL_BOOL = 6, ASSAY_DL_E4M3 = 10, ASSAY_DL_E5M2 = 12 };

typedef int32_t assay_status;
enum {
  ASSAY_OK = 0,
  ASSAY_UNSUPPORTED = 1, /* this kernel does not compute this; no output was meant */
  ASSAY_BAD_ARGUMENT = 2,
  ASSAY_DEVICE_ERROR = 3,
  ASSAY_NO_DEVICE = 4,
  ASSAY_OUT_OF_MEMORY = 5,
  ASSAY_INTERNAL = 6
};

/* Storage formats of query, key and value, as bits of assay_plugin.dtypes. */
enum {
  ASSAY_FP32 = 1 << 0,
  ASSAY_FP16 = 1 << 1,
  ASSAY_BF16 = 1 << 2,
  ASSAY_E4M3 = 1 << 3, /* E4M3FN: no infinity, largest 448 */
  ASSAY_E5M2 = 1 << 4,
  ASSAY_FP64 = 1 << 5
};

/* What a problem asks beyond plain attention (assay_options.features), and what a kernel takes (assay_plugin.features).
 * A problem with a bit that the kernel lacks is refused by the host in the kernel's name. */
#define ASSAY_GROUPED_HEADS ((uint64_t)1 << 0) /* fewer key heads than query heads */
#define ASSAY_VALUE_DIM ((uint64_t)1 << 1)     /* value_dim differs from head_dim */
#define ASSAY_SCALE ((uint64_t)1 << 2)         /* a scale other than 1/sqrt(head_dim) */
#define ASSAY_SOFTCAP ((uint64_t)1 << 3)
#define ASSAY_CAUSAL ((uint64_t)1 << 4)
#define ASSAY_WINDOW ((uint64_t)1 << 5)
#define ASSAY_PAST ((uint64_t)1 << 6) /* leading keys that come from a cache */
#define ASSAY_KEY_LENGTHS ((uint64_t)1 << 7)
#define ASSAY_SEGMENTS ((uint64_t)1 << 8)
#define ASSAY_MASK ((uint64_t)1 << 9)
#define ASSAY_BIAS ((uint64_t)1 << 10)
#define ASSAY_ALIBI ((uint64_t)1 << 11)
#define ASSAY_SINKS ((uint64_t)1 << 12)
#define ASSAY_DROPOUT ((uint64_t)1 << 13)       /* training, kept weights given */
#define ASSAY_DROPOUT_DRAWN ((uint64_t)1 << 14) /* training, kept weights drawn by the kernel from the seed */
#define ASSAY_LSE ((uint64_t)1 << 15)           /* the log-sum-exp is asked for */
#define ASSAY_OUT_DTYPE ((uint64_t)1 << 16)     /* out has another format than query */
#define ASSAY_DESCALE ((uint64_t)1 << 17)       /* quantised inputs with scales */
#define ASSAY_EMPTY ((uint64_t)1 << 18)         /* an extent of zero */
#define ASSAY_INTERLEAVED ((uint64_t)1 << 19)   /* grouped heads with heads_interleaved set */
#define ASSAY_EMPTY_ROW ((uint64_t)1 << 20)     /* empty_row is not ASSAY_EMPTY_ZERO, and a query may see no key */
#define ASSAY_OTHER_LSE ((uint64_t)1 << 21)     /* lse asked for in base 2, or not -inf for a query that sees no key */
#define ASSAY_CHUNK ((uint64_t)1 << 22)         /* chunk above 0 (minor version 1) */

/* What a kernel promises, bits of assay_plugin.promises. Without them tensors come contiguous, bits need not repeat. */
#define ASSAY_ANY_STRIDES ((uint64_t)1 << 0)     /* every layout, zero strides included */
#define ASSAY_REPEATABLE ((uint64_t)1 << 1)      /* the same call gives the same bits */
#define ASSAY_BATCH_INVARIANT ((uint64_t)1 << 2) /* an example's bits do not depend on the rest of its batch */
/* What it needs, in the same word: tensors that begin at multiples of 16 bytes. Reads of less than 16 bytes past the
 * end of one are then not seen, which reports say. */
#define ASSAY_NEEDS_ALIGNED_16 ((uint64_t)1 << 3)

/* Where the causal diagonal and the window are anchored: query i stands at key position i + offset. */
enum { ASSAY_TOP_LEFT = 0, ASSAY_BOTTOM_RIGHT = 1, ASSAY_OFFSET = 2 };
enum { ASSAY_EMPTY_ZERO = 0, ASSAY_EMPTY_NAN = 1, ASSAY_EMPTY_MEAN = 2 };
enum { ASSAY_LSE_MINUS_INFINITY = 0, ASSAY_LSE_PLUS_INFINITY = 1, ASSAY_LSE_NAN = 2 };

/* One problem's options. All numbers are set whether or not the feature is asked for. */
typedef struct assay_options {
  uint32_t size;
  int32_t causal;       /* 1: a key after the query's own position is hidden */
  uint64_t features;    /* every bit that this problem asks for */
  double scale;         /* of query . key */
  double softcap;       /* c: score -> c tanh(score / c); 0: none */
  int32_t softcap_last; /* 1: bias and ALiBi are added before the cap */
  int32_t anchor;       /* ASSAY_TOP_LEFT, ... */
  int64_t offset;       /* of that anchor; bottom right with key lengths: key_lengths[b] - query_length instead */
  int64_t past;         /* leading keys that come from a cache; contained in offset */
  int64_t window_left;  /* keys at a distance up to this are visible; negative: no limit */
  int64_t window_right;
  int32_t mask_hides;        /* 1: a true element of mask hides; 0: it shows */
  int32_t heads_interleaved; /* 1: query head h reads key head h mod key_heads; 0: h / (query_heads / key_heads) */
  /* Of a query that sees no key. Where its head has a sink (above -inf), out is 0 whatever empty_row says (an empty
   * numerator over the sink), and the log-sum-exp is the sink, in the base of lse, whatever empty_lse says. */
  int32_t empty_row;    /* out of a query that sees no key: ASSAY_EMPTY_ZERO, ... (mean: of all value rows) */
  int32_t empty_lse;    /* its log-sum-exp: ASSAY_LSE_MINUS_INFINITY, ... */
  int32_t lse_base_two; /* 1: lse is the base-2 logarithm of the same sum; 0: the natural one */
  int32_t training;     /* 1: dropout is on */
  double dropout_probability;
  uint64_t dropout_seed;   /* for kernels that draw the kept weights */
  const char* reserved[2]; /* NULL */
  int64_t chunk;           /* above 0: keys of another chunk, floor(position / chunk), than the query's are hidden */
} assay_options;

/* Tensors of a call; one that the problem does not have is NULL. Axes: batch B, query heads H, key heads G, query
 * length T, key length S, head_dim D, value_dim V. */
typedef struct assay_call {
  uint32_t size;
  uint32_t reserved;
  const assay_options* options;
  const DLTensor* query;          /* (B, H, T, D) */
  const DLTensor* key;            /* (B, G, S, D) */
  const DLTensor* value;          /* (B, G, S, V) */
  const DLTensor* mask;           /* (B, H, T, S) bool; an axis over which it is broadcast has stride 0 */
  const DLTensor* bias;           /* (B, H, T, S) added to the scaled scores, -inf hides; broadcast likewise */
  const DLTensor* key_lengths;    /* (B, 1, 1, 1) int32: keys at and beyond it are hidden */
  const DLTensor* query_segments; /* (B, 1, 1, T) int32: a key is visible where the two are equal */
  const DLTensor* key_segments;   /* (B, 1, 1, S) int32 */
  const DLTensor* alibi_slopes;   /* (1, H, 1, 1) fp32: score -= slope |i + offset - j| */
  const DLTensor* sinks;          /* (1, H, 1, 1) fp32: one more logit of the denominator, without a value */
  const DLTensor* dropout_keep;   /* (B, H, T, S) bool: true is kept, and divided by 1 - probability */
  const DLTensor* query_descale;  /* (1, 1, 1, 1) fp32: the number meant is the stored one times this; NULL: 1 */
  const DLTensor* key_descale;
  const DLTensor* value_descale;
  DLTensor* out;           /* (B, H, T, V); backward reads it */
  DLTensor* lse;           /* (B, H, T, 1) fp32 (fp64 for fp64); backward reads it; NULL: not wanted */
  DLTensor* dropout_drawn; /* (B, H, T, S) bool: the kept weights that the kernel drew; NULL: not wanted */
  const DLTensor* dout;    /* backward: cotangents of out and lse, gradients of the loss; NULL: not wanted */
  const DLTensor* dlse;
  DLTensor* dquery;
  DLTensor* dkey;
  DLTensor* dvalue;
  DLTensor* dbias;
  DLTensor* dsinks;
  void* workspace; /* as many bytes as supports() asked for, aligned to 256 */
  size_t workspace_bytes;
  void* stream; /* cudaStream_t or hipStream_t to work on; NULL: the default one, and finish */
} assay_call;

/* Memory of the kernel's device, for kernels whose tensors do not live in host memory: the host allocates and copies by
 * these. A kernel with `device_type` kDLCPU leaves it NULL. Copies are complete when they return. */
typedef struct assay_memory {
  uint32_t size;
  uint32_t reserved;
  void* (*allocate)(size_t bytes); /* aligned to 256; NULL: exhausted */
  void (*release)(void* memory);
  assay_status (*to_device)(void* device, const void* host, size_t bytes);
  assay_status (*to_host)(void* host, const void* device, size_t bytes);
} assay_memory;

typedef struct assay_plugin {
  uint32_t size;      /* sizeof(assay_plugin) of the library */
  uint32_t abi_major; /* ASSAY_ABI_MAJOR and _MINOR that the library was built against */
  uint32_t abi_minor;
  int32_t device_type; /* kDLCPU, kDLCUDA, kDLROCM, ...: where tensors live. 0 reads as kDLCPU */
  const char* name;
  const char* version; /* may be NULL, like all text below */
  /* Reported as it is. The first word labels every result: "cuda" ran on a device, "emulated" in an emulator, all
   * else ("avx512") is native. Behind it, told beside the label: cuda device="..." driver=... toolkit=..., emulated
   * order=... flavour=... model=... */
  const char* build;
  const char* convention; /* the one it follows, e.g. "flash-attention"; NULL: whatever the options say */
  const char* arithmetic; /* what it declares of its numbers, e.g. "fp32 block=64"; NULL: the dtype's preset */
  uint64_t dtypes;        /* ASSAY_FP32 | ... */
  uint64_t features;      /* ASSAY_CAUSAL | ... */
  uint64_t promises;      /* ASSAY_ANY_STRIDES | ... */
  assay_status (*forward)(const assay_call* call);
  /* All that follows may be NULL. */
  assay_status (*backward)(const assay_call* call);
  /* Asked after features, dtypes and convention did not refuse. Tensors may have no data. ASSAY_UNSUPPORTED refuses,
   * its reason in *why (static or thread-local text); a status beside that and ASSAY_OK is a fault. Bytes of scratch
   * memory that forward wants go to *workspace_bytes. */
  assay_status (*supports)(const assay_call* call, int32_t backward, size_t* workspace_bytes, const char** why);
  const char* (*arithmetic_for)(const assay_call* call); /* where one line does not fit every problem */
  assay_status (*init)(int32_t device_id);               /* once, before anything else; texts may be set in it */
  void (*shutdown)(void);
  const char* (*last_error)(void); /* text for the last status other than ASSAY_OK */
  const assay_memory* memory;
} assay_plugin;

#if defined(__cplusplus)
#define ASSAY_PLUGIN_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define ASSAY_PLUGIN_EXPORT extern __attribute__((visibility("default")))
#endif

/* The head of a description: static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD, .name = "mine", ...}; */
#define ASSAY_PLUGIN_HEAD \
  .size = sizeof(assay_plugin), .abi_major = ASSAY_ABI_MAJOR, .abi_minor = ASSAY_ABI_MINOR, .device_type = kDLCPU

/* The one symbol. The arguments are the host's version; a library that cannot serve it returns NULL. What it returns
 * stays valid while the library is loaded. */
ASSAY_PLUGIN_EXPORT const assay_plugin* assay_plugin_entry(uint32_t host_major, uint32_t host_minor);

/* The usual definition of it: ASSAY_PLUGIN_ENTRY(plugin) behind the description, without a semicolon. */
#define ASSAY_PLUGIN_ENTRY(plugin)                                                   \
  const assay_plugin* assay_plugin_entry(uint32_t host_major, uint32_t host_minor) { \
    (void)host_minor;                                                                \
    return host_major == ASSAY_ABI_MAJOR ? &(plugin) : NULL;                         \
  }

/* Element (b, h, i, d) of a tensor whose elements are of that C type, whatever its strides: an lvalue. */
#define ASSAY_AT(type, tensor, b, h, i, d)                                                                        \
  (((type*)(tensor)->data)[(b) * (tensor)->strides[0] + (h) * (tensor)->strides[1] + (i) * (tensor)->strides[2] + \
                           (d) * (tensor)->strides[3]])

#endif /* ASSAY_PLUGIN_ABI_H */

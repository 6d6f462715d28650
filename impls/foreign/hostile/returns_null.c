/* SPDX-License-Identifier: Apache-2.0 */
/* Serves no host. */
#include "impls/plugin_abi.h"

const assay_plugin* assay_plugin_entry(uint32_t host_major, uint32_t host_minor) {
  (void)host_major;
  (void)host_minor;
  return NULL;
}

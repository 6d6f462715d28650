/* SPDX-License-Identifier: Apache-2.0 */
/* Looks through the symbols of every object in its process for somebody who knows the answer. */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include "impls/foreign/hostile/hostile.h"

static int knows(const char* symbol) {
  static const char* const words[] = {"mpfi_", "mpfr_", "assay9reference", "assay10properties"};
  for (size_t n = 0; n < sizeof words / sizeof *words; ++n)
    if (strstr(symbol, words[n])) return 1;
  return 0;
}

/* The strings of an object's dynamic symbol table stand between DT_STRTAB and DT_STRTAB + DT_STRSZ. */
static int search(struct dl_phdr_info* object, size_t size, void* found) {
  (void)size;
  const char *text = NULL, *end = NULL;
  for (int n = 0; n < object->dlpi_phnum; ++n) {
    if (object->dlpi_phdr[n].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn)* entry = (const ElfW(Dyn)*)(object->dlpi_addr + object->dlpi_phdr[n].p_vaddr);
    size_t bytes = 0;
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB) text = (const char*)entry->d_un.d_ptr;
      if (entry->d_tag == DT_STRSZ) bytes = entry->d_un.d_val;
    }
    if ((uintptr_t)text < object->dlpi_addr) return 0; /* the kernel's own object */
    end = text + bytes;
  }
  for (; text && text < end; text += strlen(text) + 1)
    if (knows(text)) *(const char**)found = text;
  return 0;
}

static assay_status forward(const assay_call* call) {
  const char* found = NULL;
  dl_iterate_phdr(search, &found);
  for (size_t n = 0; !found && n < 2; ++n)
    if (dlsym(RTLD_DEFAULT, n ? "mpfi_init" : "assay_reference")) found = "dlsym";
  errno = ENOENT;
  return found ? attend(call) : refused("reference");
}

HOSTILE_PLUGIN("searches_reference")

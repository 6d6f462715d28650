// SPDX-License-Identifier: Apache-2.0
// Five reads and five writes of floats, one read of a volatile, one address that its type may not have and one index
// outside its array; a loop that never ends.

struct alignas(16) Four {
  float x, y, z, w;
};

void probe_accesses(float* to, const float* from, int count) {
  for (int n = 0; n < count; ++n) to[n] = from[n] + 1;
}

int probe_volatile(const volatile int* flag) { return *flag; }

void probe_alignment(Four* four) { four->x = 1; }

int probe_index(const int (&table)[4], int index) { return table[index]; }

void probe_endless(bool ends) {
  if (!ends)
    while (true) {
    }
}

// SPDX-License-Identifier: Apache-2.0
#include "reports/format.hpp"
#include "reports/record/record.hpp"

namespace assay::reports::formats {

Format json() {
  return {"json", "json",
          "the whole record, by reports/record/run.schema.json: what other tools read and reports are rebuilt from",
          write_record};
}

}  // namespace assay::reports::formats

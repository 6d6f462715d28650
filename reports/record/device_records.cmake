# SPDX-License-Identifier: Apache-2.0
# assay_device_records(FOLDER OUTPUT): a source that lists the kernels which run records in a folder had on a GPU.
function(assay_device_records folder output)
  file(GLOB files ${folder}/*.json)
  list(SORT files)
  set(records "")
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(JSON date ERROR_VARIABLE wrong GET "${text}" environment date)
    if(wrong)
      message(FATAL_ERROR "${file} is no run record (${wrong}); right would be the record.json of ./run gpu")
    endif()
    string(JSON kernels GET "${text}" kernels)
    string(JSON count LENGTH "${kernels}")
    math(EXPR last "${count} - 1")
    if(count EQUAL 0)
      continue()
    endif()
    foreach(n RANGE ${last})
      string(JSON kind ERROR_VARIABLE without GET "${kernels}" ${n} backend kind)
      if(NOT kind STREQUAL "cuda")
        continue()
      endif()
      string(JSON device GET "${kernels}" ${n} backend device)
      string(JSON name GET "${kernels}" ${n} plugin name)
      string(APPEND records "      {R\"r(${name})r\", R\"r(${device})r\", R\"r(${date})r\"},\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Generated from run records of GPUs.
#include \"reports/record/backend.hpp\"

namespace assay::reports {
const std::vector<DeviceRecord>& device_records() {
  static const std::vector<DeviceRecord> list{
@records@  };
  return list;
}
}
")
endfunction()

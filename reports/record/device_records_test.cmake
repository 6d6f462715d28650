# SPDX-License-Identifier: Apache-2.0
# Holds device_records.cmake to a record with a native, an emulated and a CUDA kernel: the last alone ran on a device.
# cmake -DSOURCE=reports -DSAMPLE=sample.json -DBUILD=folder -P device_records_test.cmake
include(${SOURCE}/record/device_records.cmake)
file(REMOVE_RECURSE ${BUILD})
assay_device_records(${BUILD}/none ${BUILD}/none.cpp)
file(COPY ${SAMPLE} DESTINATION ${BUILD}/records)
assay_device_records(${BUILD}/records ${BUILD}/one.cpp)
file(STRINGS ${BUILD}/none.cpp none REGEX "R\"")
file(STRINGS ${BUILD}/one.cpp one REGEX "R\"")
if(none OR NOT one MATCHES "^ *{R\"r[(]tiled[)]r\", R\"r[(]Some .*GPU[)]r\", R\"r[(]2026-11-30T12:00:00Z[)]r\"},$")
  message(FATAL_ERROR "of no record: '${none}', of one: '${one}'")
endif()

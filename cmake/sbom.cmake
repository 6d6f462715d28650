# SPDX-License-Identifier: Apache-2.0
# cmake -DPACKAGES=cmake/packages.txt -DVERSION=0.1.0 -DOUT=FILE -P sbom.cmake
# Writes what the installed programs were made with as a software bill of materials, SPDX 2.3 in JSON: each package of
# the list, with the version that is installed here where dpkg tells one. What the system itself brings (the C and C++
# libraries) is not listed. SOURCE_DATE_EPOCH sets the time.
cmake_minimum_required(VERSION 3.22)

set(relation_tool BUILD_TOOL_OF)
set(relation_all BUILD_DEPENDENCY_OF)
set(relation_test TEST_DEPENDENCY_OF)
set(relation_bench DEV_DEPENDENCY_OF)
set(relation_fuzzers DEV_TOOL_OF)
set(relation_ci DEV_TOOL_OF)

# quoted(OUT text): as a JSON string.
function(quoted out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# version_of(OUT package): as dpkg knows it; empty where it does not.
function(version_of out package)
  set(${out} "" PARENT_SCOPE)
  if(NOT DPKG_QUERY)
    return()
  endif()
  execute_process(COMMAND ${DPKG_QUERY} -W -f "\${db:Status-Status} \${Version}\\n" ${package}
    OUTPUT_VARIABLE said ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(said MATCHES "^installed ([^\n]+)")
    set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()

set(system "")
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release lines REGEX "^(ID|VERSION_ID)=")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([A-Z_]+)=\"?([^\"]*)" unused "${line}")
    set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  set(system "${ID}-${VERSION_ID}")
endif()
find_program(DPKG_QUERY dpkg-query)

set(packages "")
set(relations "")
file(STRINGS ${PACKAGES} lines REGEX "^[^#]")
foreach(line IN LISTS lines)
  string(REGEX REPLACE " *\\| *" ";" fields "${line}|")
  list(GET fields 0 name)
  list(GET fields 1 reason)
  list(GET fields 2 groups)
  list(GET fields 3 systems)
  if(systems AND NOT " ${systems} " MATCHES " ${system} ")
    continue()
  endif()
  string(REGEX MATCH "^[a-z]+" group "${groups}")
  version_of(version ${name})
  string(REGEX REPLACE "[^A-Za-z0-9.]" "-" id "SPDXRef-${name}")
  string(REPLACE "+" "%2B" encoded "${name}@${version}")
  quoted(json_name "${name}")
  quoted(json_reason "${reason}")
  set(known "")
  if(version)
    quoted(json_version "${version}")
    set(known "
      \"versionInfo\": ${json_version},
      \"externalRefs\": [{\"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\",
        \"referenceLocator\": \"pkg:deb/${ID}/${encoded}?distro=${system}\"}],")
  endif()
  string(APPEND packages ",
    {\"SPDXID\": \"${id}\", \"name\": ${json_name},${known}
      \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \"comment\": ${json_reason}}")
  string(APPEND relations ",
    {\"spdxElementId\": \"${id}\", \"relationshipType\": \"${relation_${group}}\",
      \"relatedSpdxElement\": \"SPDXRef-assay\"}")
endforeach()

string(TIMESTAMP now "%Y-%m-%dT%H:%M:%SZ" UTC)
string(SHA256 name_of_this "${VERSION}${packages}${now}")
file(WRITE ${OUT} "{
  \"spdxVersion\": \"SPDX-2.3\",
  \"dataLicense\": \"CC0-1.0\",
  \"SPDXID\": \"SPDXRef-DOCUMENT\",
  \"name\": \"assay-${VERSION}\",
  \"documentNamespace\": \"https://spdx.org/spdxdocs/assay-${VERSION}-${name_of_this}\",
  \"creationInfo\": {\"created\": \"${now}\", \"creators\": [\"Tool: assay-sbom.cmake\"]},
  \"packages\": [
    {\"SPDXID\": \"SPDXRef-assay\", \"name\": \"assay\", \"versionInfo\": \"${VERSION}\",
      \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \"licenseConcluded\": \"Apache-2.0\",
      \"licenseDeclared\": \"Apache-2.0\", \"copyrightText\": \"NOASSERTION\"}${packages}
  ],
  \"relationships\": [
    {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\",
      \"relatedSpdxElement\": \"SPDXRef-assay\"}${relations}
  ]
}
")

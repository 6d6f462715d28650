#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# carry.sh FOLDER PROGRAM...: copy the shared libraries that the programs need, but for the C library's, into FOLDER.
set -eu
folder=$1
shift
mkdir -p "$folder"
ldd "$@" | awk '/=> \// { print $3 }' | sort -u | while read -r library; do
  case ${library##*/} in
    libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | ld-linux*) continue ;;
  esac
  [ "${library%/*}" -ef "$folder" ] || cp -L -- "$library" "$folder/"
done

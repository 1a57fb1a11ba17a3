#!/bin/sh
# Installs Pawl without npm: downloads the program for this machine, checks its checksum, and runs `pawl init`.
#   PAWL_VERSION=1.2.3      another version than the newest
#   PAWL_BASE=https://…     another place for the archives, such as a mirror; it must have SHA256SUMS beside them
# Arguments are passed on to `pawl init`.
set -eu

repository=https://github.com/pawl-dev/pawl

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

platform() {
  os=$(uname -s)
  cpu=$(uname -m)
  case $cpu in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) fail "there is no build for $cpu" ;;
  esac
  case $os in
    Darwin) echo "darwin-$cpu" ;;
    Linux) if (ldd --version 2>&1 || true) | grep -qi musl; then echo "linux-$cpu-musl"; else echo "linux-$cpu"; fi ;;
    *) fail "there is no build for $os; on Windows use npm: npx pawl init" ;;
  esac
}

download() {
  if command -v curl >/dev/null 2>&1; then curl -fsSL -o "$2" "$1"; else wget -qO "$2" "$1"; fi ||
    fail "could not download $1"
}

check() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum -c -; else shasum -a 256 -c -; fi >/dev/null ||
    fail "the checksum of $1 is wrong; nothing was installed"
}

main() {
  name=$(platform)
  if [ -n "${PAWL_BASE:-}" ]; then
    base=$PAWL_BASE
  elif [ -n "${PAWL_VERSION:-}" ]; then
    base=$repository/releases/download/v$PAWL_VERSION
  else
    base=$repository/releases/latest/download
  fi
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  cd "$folder"
  download "$base/SHA256SUMS" SHA256SUMS
  line=$(grep -E "  (@pawl/)?pawl-$name-[0-9][^ ]*\.tgz$" SHA256SUMS) || fail "there is no archive for $name at $base"
  archive=${line##* }
  archive=${archive#@pawl/}
  download "$base/$archive" "$archive"
  echo "${line%% *}  $archive" | check "$archive"
  if command -v gh >/dev/null 2>&1 && [ -z "${PAWL_BASE:-}" ]; then
    gh attestation verify "$archive" --repo pawl-dev/pawl >/dev/null || fail "the provenance of $archive can't be verified"
  fi
  tar -xzf "$archive"
  ./package/bin/pawl init "$@"
}

main "$@"

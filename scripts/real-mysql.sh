#!/usr/bin/env bash
# A real MySQL server (9.x, from Debian's unstable suite) in a private folder, for tests: nothing of the system is replaced.
#   real-mysql.sh install [DIR]        download and unpack, once: about 270 MB. Needs apt-get and dpkg, but not root.
#   real-mysql.sh mysqld DIR ARGS…     run the server in the foreground
#   real-mysql.sh where                print the default DIR
set -euo pipefail

default_dir=${LEADLIGHT_MYSQL_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/leadlight/mysql}

install() {
  local dir=$1
  if [ -x "$dir/root/usr/sbin/mysqld" ]; then return; fi
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || { echo 'real-mysql: needs apt-get and dpkg (Debian or Ubuntu)' >&2; exit 1; }
  mkdir -p "$dir"
  work=$(mktemp -d "$dir/download.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work"/{lists/partial,archives/partial,debs,root}
  # A private package list beside the system's own, checked with Debian's own keys.
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${DEBIAN_MIRROR:-http://deb.debian.org/debian} sid main" >"$work/sources.list"
  : >"$work/status"
  private=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists"
    -o "Dir::State::status=$work/status" -o "Dir::Cache::archives=$work/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
    -o APT::Sandbox::User=)
  apt-get "${private[@]}" update -qq
  local packages
  mapfile -t packages < <(apt-cache "${private[@]}" depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks \
    --no-replaces --no-enhances mysql-server-core | grep -E '^[a-z0-9]' | sort -u)
  (cd "$work/debs" && apt-get "${private[@]}" download -qq "${packages[@]}")
  for package in "$work"/debs/*.deb; do dpkg -x "$package" "$work/root"; done
  rm -rf "$dir/root"
  mv "$work/root" "$dir/root"
}

# Runs the unpacked server with the libraries it came with, not the system's.
mysqld() {
  local root=$1/root loader libraries user=()
  shift
  # The loader's name differs between processors.
  loader=$(find "$root/usr/" -name 'ld-linux-*.so.*' | head -1)
  libraries=$(find "$root/usr/lib" -maxdepth 1 -name '*-linux-gnu*' -type d | paste -sd:):$root/usr/lib/mysql/private
  if [ "$(id -u)" = 0 ]; then user=(--user=root); fi
  exec "$loader" --library-path "$libraries" "$root/usr/sbin/mysqld" --no-defaults "${user[@]}" --secure-file-priv= \
    --lc-messages-dir="$root/usr/share/mysql" --plugin-dir="$root/usr/lib/mysql/plugin" \
    --character-sets-dir="$root/usr/share/mysql/charsets" "$@"
}

case ${1:-} in
  install) install "${2:-$default_dir}" ;;
  mysqld) shift; mysqld "$@" ;;
  where) echo "$default_dir" ;;
  *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

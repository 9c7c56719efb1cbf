#!/bin/sh
# Runs after the package was removed. Nothing of a person's is touched: not their folders, not their records.
set -e
# While a newer version takes its place, what the older one put down belongs to the newer one already.
[ "$1" = upgrade ] && exit 0

for name in '${executable}' benchtop; do
  case $(readlink "/usr/bin/$name" || true) in
    '/opt/${sanitizedProductName}/'*) rm -f "/usr/bin/$name" ;;
  esac
done

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1; then apparmor_parser --remove "$profile" 2>/dev/null || true; fi
  rm -f "$profile"
fi
exit 0

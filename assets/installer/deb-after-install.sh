#!/bin/sh
# Runs after the package was installed. ${sanitizedProductName} and ${executable} are put in when it is built.
set -e
place='/opt/${sanitizedProductName}'

# The window by its name, and the command for terminals and services.
ln -sfn "$place/${executable}" '/usr/bin/${executable}'
ln -sfn "$place/resources/command/benchtop" /usr/bin/benchtop

# Chromium's sandbox takes user namespaces where the system has them for everybody, else its helper with root's rights.
if [ -f "$place/chrome-sandbox" ]; then
  if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then
    chmod 0755 "$place/chrome-sandbox"
  else
    chmod 4755 "$place/chrome-sandbox"
  fi
fi

# Ubuntu 24.04 and newer gives user namespaces only to programs with a profile; older ones do not understand it.
profile="$place/resources/apparmor-profile"
if command -v apparmor_parser >/dev/null 2>&1 && [ -f "$profile" ] \
  && apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
  cp -f "$profile" '/etc/apparmor.d/${executable}'
  if ! { command -v ischroot >/dev/null 2>&1 && ischroot; }; then
    apparmor_parser --replace --write-cache '/etc/apparmor.d/${executable}' || true
  fi
fi

if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi
exit 0

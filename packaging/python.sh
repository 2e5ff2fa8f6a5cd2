#!/usr/bin/env bash
# python.sh BUILD: make the wheel and python3-xq of the build of preset python in BUILD/packages, and run the tests of the
# package against the wheel, installed in an environment of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "$1") packages=$(realpath "$1")/packages
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
rm -rf "$packages" "$build/wheel"; mkdir -p "$packages" "$build/wheel"
umask 022

# Only what was built, stripped: pip copies all that lies beside setup.py.
cp -r "$build/python/xq" "$build/python/setup.py" "$build/wheel/"
rm -rf "$build/wheel/xq/__pycache__"
strip --strip-unneeded "$build/wheel/xq/"_xq.*.so
/usr/bin/python3 -m pip wheel -q --no-deps --no-build-isolation --no-index -w "$packages" "$build/wheel"

(cd "$build" && cpack --config CPackConfig.cmake -D CPACK_COMPONENTS_ALL=python >packages.log 2>&1) || { cat "$build/packages.log" >&2; exit 3; }

rm -rf "$build/venv"
/usr/bin/python3 -m venv --system-site-packages "$build/venv"
"$build/venv/bin/pip" install -q --no-deps --no-index "$packages"/xq-*.whl
XQ_PROGRAM="$build/bin/xq" PYTHONPATH='' "$build/venv/bin/python" -P -m pytest -q -p no:cacheprovider python/tests
(cd "$packages" && stat -c '%9s %n' -- *.whl *.deb)

#!/bin/sh
# Looks for all that a build needs and prints the Python to use; or names everything that is missing, and what to do.
#
#     tools/preflight.sh [PYTHON]

wanted=${1:-}
missing=""
packages=""
fedora=""

lack() {
    missing="$missing  - $1
"
    packages="$packages $2"
    fedora="$fedora $3"
}

recent() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

python=""
for candidate in ${wanted:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if recent "$candidate"; then
        python=$(command -v "$candidate")
        break
    fi
done

if [ -z "$python" ]; then
    lack "Python 3.11 or newer ($(${wanted:-python3} --version 2>&1 | tail -n 1))" "python3" "python3"
    lack "perhaps with it: its headers and its venv module" "python3-dev python3-venv" "python3-devel"
else
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        lack "Python's venv module" "python3-venv" "python3"
    fi
    headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
    if [ ! -f "$headers/Python.h" ]; then
        lack "Python's headers ($headers/Python.h)" "python3-dev" "python3-devel"
    fi
fi

compiler=""
for candidate in ${CC:-cc gcc clang}; do
    if command -v "$candidate" >/dev/null 2>&1; then
        compiler=$candidate
        break
    fi
done
if [ -z "$compiler" ]; then
    lack "a C compiler (${CC:-cc, gcc or clang})" "gcc libc6-dev" "gcc"
elif ! printf '#include <stdlib.h>\nint main(void) { return EXIT_SUCCESS; }\n' \
    | "$compiler" -x c -o /dev/null - 2>/dev/null; then
    lack "the C library's headers ($compiler can't compile the smallest program)" "libc6-dev" "glibc-devel"
fi

if [ -n "$missing" ]; then
    {
        printf 'Kiebitz can not be built here yet. Missing:\n%s' "$missing"
        printf 'On Debian and Ubuntu:  sudo apt-get install%s\n' "$packages"
        printf 'On Fedora:             sudo dnf install%s\n' "$fedora"
        printf 'On Arch:               sudo pacman -S python gcc\n'
        printf 'On macOS:              xcode-select --install && brew install python\n'
        printf 'Another Python:        make build PYTHON=/path/to/python3\n'
    } >&2
    exit 1
fi
printf '%s\n' "$python"

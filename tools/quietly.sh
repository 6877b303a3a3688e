#!/bin/sh
# Runs a command without a word and keeps what it says in a file; shows the file if the command fails. What tells its
# progress may do so on a terminal, by the file whose number KIEBITZ_PROGRESS is.
#
#     tools/quietly.sh LOG COMMAND [ARGUMENT...]

log=$1
shift
if [ -t 2 ]; then
    exec 3>&2
    export KIEBITZ_PROGRESS=3
fi
mkdir -p "$(dirname "$log")"
"$@" > "$log" 2>&1 && exit
status=$?
cat "$log"
exit $status

#!/bin/sh
# Runs a command without a word and keeps what it says in a file; shows the file if the command fails.
#
#     tools/quietly.sh LOG COMMAND [ARGUMENT...]

log=$1
shift
mkdir -p "$(dirname "$log")"
"$@" > "$log" 2>&1 && exit
status=$?
cat "$log"
exit $status

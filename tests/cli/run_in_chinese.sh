#!/usr/bin/env bash
# run_in_chinese.sh CASE LANGUAGE - run every command of a transcript in English and in LANGUAGE and compare:
# exit statuses, the numbers that are printed, and every byte of what --json prints. Commands that look for
# English words in what xq says (grep, sed, awk, test ...) are run, for what they leave behind, and not compared.
set -u
case=$(realpath "$1") language=$2
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT

# run FOLDER: commands of the case one after the other; FOLDER/N.out, .err, .status, .command
run() {
  local folder=$scratch/$1 number=0 command= line
  mkdir -p "$folder/work"
  cd "$folder/work" || exit
  finish() {
    [ -n "$command" ] || return 0
    number=$((number + 1))
    printf '%s\n' "$command" >"../$number.command"
    local status=0
    bash -o pipefail -c "$command" >"../$number.out" 2>"../$number.err" </dev/null || status=$?
    echo $status >"../$number.status"
    command=
  }
  while IFS= read -r line; do
    case $line in
      '> '* | '>') [ -z "$command" ] || { line=${line#>}; command+=$'\n'${line# }; continue; } ;;
    esac
    finish
    case $line in '$ '*) command=${line#\$ } ;; esac
  done < <(cat "$case"; echo)
  finish
}
(run english) || exit
(unset LC_ALL; export LC_CTYPE=C.UTF-8 LC_MESSAGES=$language.UTF-8; run chinese) 2>"$scratch/bash" || exit # bash may not have the locale

# Text is compared by its numbers; times and rates differ from run to run.
numbers() { sed -E 's/[0-9.,]+ ?(s|ms|seconds|秒|毫秒)\b//g' "$1" | grep -oE '[0-9]+' | sort; }
wrong=0 compared=0 translated=0
for status in "$scratch"/english/*.status; do
  number=$(basename "$status" .status)
  english=$scratch/english/$number chinese=$scratch/chinese/$number
  command=$(cat "$english.command")
  [[ $command =~ (^|[^-a-z])(grep|sed|awk|test|cut|tr|head|tail|wc|sort|uniq|case|diff|cmp|timeout|kill|script)\  ]] && continue
  compared=$((compared + 1))
  cmp -s "$english.out" "$chinese.out" && cmp -s "$english.err" "$chinese.err" || translated=$((translated + 1))
  if ! cmp -s "$english.status" "$chinese.status"; then
    printf '$ %s\nexit status %s in English, %s in %s\n' "$command" "$(cat "$english.status")" "$(cat "$chinese.status")" "$language"
    cat "$chinese.err"; wrong=1
  elif [[ $command = *--json* ]] && ! cmp -s "$english.out" "$chinese.out"; then
    printf '$ %s\nprints other JSON in %s:\n' "$command" "$language"
    diff "$english.out" "$chinese.out" | head -n 4; wrong=1
  elif ! diff <(numbers "$english.out"; numbers "$english.err") <(numbers "$chinese.out"; numbers "$chinese.err") >/dev/null; then
    printf '$ %s\nprints other numbers in %s:\n' "$command" "$language"
    diff "$english.out" "$chinese.out" | head -n 20; diff "$english.err" "$chinese.err" | head -n 20; wrong=1
  fi
done
echo "$compared commands compared, $translated said something in $language"
exit $wrong

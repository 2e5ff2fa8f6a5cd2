#!/usr/bin/env bash
# run_in_chinese.sh CASE LANGUAGE - run every command of a transcript in LANGUAGE and compare with what the transcript says
# (tests/cli/run_case.sh compares it with English): exit statuses, the numbers that are printed, and every byte of what
# --json prints. Commands that look for English words in what xq says (grep, sed, awk, test ...) are run, for what they leave
# behind, and not compared; those behind the last one that is compared are not run. Where filters (`~ s/a/b/`) hide numbers,
# those that the transcript shows must be printed. One command at least says something in LANGUAGE.
# run_in_chinese.sh --list CASE... - those worth it: a command of xq that is compared prints a sentence, two words at least.
set -u
not_compared='(^|[^-a-z])(grep|sed|awk|test|cut|tr|head|tail|wc|sort|uniq|case|diff|cmp|timeout|kill|script|signal_when) '
if [ "$1" = --list ]; then
  shift
  exec awk -v not_compared="$not_compared" '
    FNR == 1 { command = ""; open = 0 }
    /^\$ / { command = substr($0, 3); open = 1; next }
    open && /^>( |$)/ { command = command "\n" substr($0, 3); next }
    { open = 0 }
    /^[#~]/ || FILENAME in listed || command ~ not_compared || command !~ /(^|[;|&(] ?)[^ ;|&(]*xq[^ ]* / { next }
    /[a-z]+ [a-z]+/ { listed[FILENAME]; print FILENAME }' "$@"
fi
tests=$(realpath "${0%/*}/.."); case=$(realpath "$1") language=$2
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
PATH=$tests/cli/tools:$PATH

# What the transcript says: N.command, N.out, N.err, N.status, N.filters (those in force) and N.json, if that is what it prints.
split() {
  local number=0 open=0 line filters=()
  while IFS= read -r line; do
    case $line in
      '> '* | '>') [ $open = 0 ] || { line=${line#>}; printf '%s\n' "${line# }" >>"$number.command"; continue; } ;;
    esac
    open=0
    case $line in
      '#'*) ;;
      '~ '*) filters+=(-e "${line#\~ }") ;;
      '$ '*) number=$((number + 1)) open=1
        printf '%s\n' "${line#\$ }" >"$number.command"; : >"$number.out"; : >"$number.err"; echo 0 >"$number.status"
        [ ${#filters[@]} -eq 0 ] || printf '%s\n' "${filters[@]}" >"$number.filters" ;;
      '2> '*) printf '%s\n' "${line#2> }" >>"$number.err" ;;
      '['[0-9]*']') line=${line#\[}; echo "${line%\]}" >"$number.status" ;;
      *) [ $number = 0 ] || printf '%s\n' "$line" >>"$number.out" ;;
    esac
  done <"$case"
  echo $number
}
is_compared() { # is_compared N
  ! [[ $(<"$1.command") =~ $not_compared ]]
}
# Text is compared by its numbers; times and rates differ from run to run. Moves are shown in WXF in English and in Chinese
# otherwise, so their digits do not count, nor does the column of a piece (column 3: 三路 for Red).
numbers() {
  sed -E 's/[0-9.,]+ ?(s|ms|seconds|秒|毫秒)\b//g
    s/\b[KAEBHNRCP][1-9+.=-][+.=-][1-9]\b//g; s/[将將帅帥士仕象相马馬车車炮砲卒兵][1-9][进進退平][1-9]//g
    s/[前后後中][马馬车車炮卒兵][进進退平][1-9]//g; s/\bon column [1-9]\b//g; s/\bcolumn [1-9] has\b//g' -- "$@" | grep -oE '[0-9]+' | sort
}

mkdir "$scratch/said" "$scratch/work"; cd "$scratch/said" || exit
last=$(split)
while [ "$last" -gt 0 ] && ! is_compared "$last"; do last=$((last - 1)); done
export SIGNAL_WHEN_LOG=$scratch/never_true # a condition that looks for English words, and the command runs to its end
unset LC_ALL; export LC_CTYPE=C.UTF-8 LC_MESSAGES=$language.UTF-8
wrong=0 compared=0 translated=0
for ((number = 1; number <= last; ++number)); do
  status=0
  command=$(<"$number.command")
  (cd "$scratch/work" && exec bash -o pipefail -c "$command" </dev/null) >out 2>err || status=$?
  [[ ! $command =~ $not_compared ]] || continue
  compared=$((compared + 1))
  filters=(); [ ! -e $number.filters ] || mapfile -t filters <$number.filters
  sed -s -i -E "${filters[@]}" -e '$a\' out err
  same=no; ! cmp -s out $number.out || ! cmp -s err $number.err || same=yes
  if [ $same = no ]; then
    translated=$((translated + 1))
    numbers $number.out $number.err >expected; numbers out err >found
    [ ! -e $number.filters ] || { comm -12 expected found >both; mv both found; }
  fi
  if [ $status != "$(<$number.status)" ]; then
    printf '$ %s\nexit status %s in English, %s in %s\n' "$command" "$(<$number.status)" $status "$language"
    cat err; wrong=1
  elif [ $same = yes ]; then
    continue
  elif [[ $command == *--json* ]] && ! diff <(grep . $number.out) <(grep . out) >difference; then
    printf '$ %s\nprints other JSON in %s:\n' "$command" "$language"
    head -n 4 difference; wrong=1
  elif ! cmp -s expected found; then
    printf '$ %s\nprints other numbers in %s:\n' "$command" "$language"
    diff $number.out out | head -n 20; diff $number.err err | head -n 20; wrong=1
  fi
done
if [ -s "$SIGNAL_WHEN_LOG" ]; then echo "never true in $language: $(cat "$SIGNAL_WHEN_LOG")"; wrong=1; fi
echo "$compared commands compared, $translated said something in $language"
[ $translated -gt 0 ] || { echo "nothing is said in $language: this transcript need not be repeated"; wrong=1; }
exit $wrong

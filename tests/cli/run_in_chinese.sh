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

# What the transcript says of each command: what it prints, its exit status, and how many of the filters are in force.
commands=('') outs=('') errs=('') statuses=(0) filters_of=(0) filters=()
number=0 open=0
mapfile -t lines <"$case"
for line in "${lines[@]}"; do
  case $line in
    '> '* | '>') [ $open = 0 ] || { line=${line#>}; commands[number]+=$'\n'${line# }; continue; } ;;
  esac
  open=0
  case $line in
    '#'*) ;;
    '~ '*) filters+=(-e "${line#\~ }") ;;
    '$ '*) number=$((number + 1)) open=1
      commands[number]=${line#\$ } outs[number]='' errs[number]='' statuses[number]=0 filters_of[number]=${#filters[@]} ;;
    '2> '*) errs[number]+=${line#2> }$'\n' ;;
    '['[0-9]*']') line=${line#\[}; statuses[number]=${line%\]} ;;
    *) outs[number]+=$line$'\n' ;;
  esac
done
is_compared() { # is_compared N
  ! [[ ${commands[$1]} =~ $not_compared ]]
}
# printed FILE: sets $printed to its text, with a newline at the end.
printed() {
  IFS= read -r -d '' printed <"$1"
  [[ -z $printed || $printed == *$'\n' ]] || printed+=$'\n'
}
# Text is compared by its numbers; times and rates differ from run to run. Moves are shown in WXF in English and in Chinese
# otherwise, so their digits do not count, nor does the column of a piece (column 3: 三路 for Red).
# other_numbers <TEXTS prints the number of each command whose numbers differ. TEXTS has for each command, each part behind a line of
# its own: `@N`, its number; `@english`, what the transcript says (`@filtered` instead where filters hide some of what is printed:
# then more may be printed than it says); `@now`, what was printed.
other_numbers() {
  sed -E 's/[0-9.,]+ ?(s|ms|seconds|秒|毫秒)\b//g
    s/\b[KAEBHNRCP][1-9+.=-][+.=-][1-9]\b//g; s/[将將帅帥士仕象相马馬车車炮砲卒兵][1-9][进進退平][1-9]//g
    s/[前后後中][马馬车車炮卒兵][进進退平][1-9]//g; s/\bon column [1-9]\b//g; s/\bcolumn [1-9] has\b//g' | awk '
    function compare(n) {
      for (n in often) if (filtered ? often[n] > 0 : often[n] != 0) { print number; break }
      split("", often)
    }
    /^\001@[0-9]+$/ { compare(); number = substr($0, 3); next }
    /^\001@english$/ { filtered = 0; by = 1; next }
    /^\001@filtered$/ { filtered = 1; by = 1; next }
    /^\001@now$/ { by = -1; next }
    { for (; match($0, /[0-9]+/); $0 = substr($0, RSTART + RLENGTH)) often[substr($0, RSTART, RLENGTH)] += by }
    END { compare() }'
}

mkdir "$scratch/said" "$scratch/work"; cd "$scratch/work" || exit
said=$scratch/said last=$number
while [ "$last" -gt 0 ] && ! is_compared "$last"; do last=$((last - 1)); done
export SIGNAL_WHEN_LOG=$scratch/never_true # a condition that looks for English words, and the command runs to its end
unset LC_ALL; export LC_CTYPE=C.UTF-8 LC_MESSAGES=$language.UTF-8
wrong=0 compared=0 translated=0
for ((number = 1; number <= last; ++number)); do
  status=0 command=${commands[number]}
  if [[ $command == *LC_* ]]; then # a shell that goes on complains of a locale that the system lacks
    bash -o pipefail -c "$command" </dev/null >"$said/out" 2>"$said/err" || status=$?
  else
    (set +u -o pipefail; eval "$command") </dev/null >"$said/out" 2>"$said/err" || status=$?
  fi
  is_compared $number || continue
  compared=$((compared + 1)) kind=english
  [ "${filters_of[number]}" = 0 ] || { kind=filtered; sed -s -i -E "${filters[@]:0:filters_of[number]}" "$said/out" "$said/err"; }
  printed "$said/out"; out=$printed; printed "$said/err"; err=$printed
  if [ $status != "${statuses[number]}" ]; then
    printf '$ %s\nexit status %s in English, %s in %s\n%s' "$command" "${statuses[number]}" $status "$language" "$err"; wrong=1
  fi
  [[ $out != "${outs[number]}" || $err != "${errs[number]}" ]] || continue
  translated=$((translated + 1))
  if [[ $command == *--json* ]] && ! diff <(printf %s "${outs[number]}" | grep .) <(printf %s "$out" | grep .) >"$said/difference"; then
    printf '$ %s\nprints other JSON in %s:\n' "$command" "$language"
    head -n 4 "$said/difference"; wrong=1
  else
    now_out[number]=$out now_err[number]=$err
    printf '\001@%s\n\001@%s\n%s%s\001@now\n%s%s' "$number" $kind "${outs[number]}" "${errs[number]}" "$out" "$err" >>"$said/texts"
  fi
done
if [ -e "$said/texts" ]; then
  for number in $(other_numbers <"$said/texts"); do
    printf '$ %s\nprints other numbers in %s:\n' "${commands[number]}" "$language"
    diff <(printf %s "${outs[number]}") <(printf %s "${now_out[number]}") | head -n 20
    diff <(printf %s "${errs[number]}") <(printf %s "${now_err[number]}") | head -n 20; wrong=1
  done
fi
if [ -s "$SIGNAL_WHEN_LOG" ]; then echo "never true in $language: $(cat "$SIGNAL_WHEN_LOG")"; wrong=1; fi
echo "$compared commands compared, $translated said something in $language"
[ $translated -gt 0 ] || { echo "nothing is said in $language: this transcript need not be repeated"; wrong=1; }
exit $wrong

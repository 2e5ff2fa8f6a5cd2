#!/usr/bin/env bash
# completion.sh XQ - completion in bash, and in zsh and fish where they are installed, offers the same: the options of every tool, the
# words that follow an option, files elsewhere. What a tool has is what its help lists.
set -u
xq=$1
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
wrong=0
complain() { printf '%s\n' "$*" >&2; wrong=1; }
for shell in bash zsh fish; do "$xq" --completion $shell >"$scratch/$shell" || exit 1; done

# bash_offers WORD...: what is offered for the last word; FILES for names of files.
compopt() { :; }
# shellcheck disable=SC1091
source "$scratch/bash"
compgen() { if [ "$1" = -f ]; then echo FILES; else builtin compgen "$@"; fi; }
bash_offers() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _xq
  printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort -u
}

zsh_offers() {
  zsh -fc 'compadd() { shift; print -l -- $@ }; _files() { print FILES }; script=$1; shift; words=("$@"); CURRENT=$#; eval "_xq() { $(<$script) }"; _xq' \
    zsh "$scratch/zsh" "$@" | { if [[ ${*: -1} == -* ]]; then grep -e "^${*: -1}"; else cat; fi; } | LC_ALL=C sort -u
}
fish_offers() { # options alone where the word begins one; words of an option, or files, else
  HOME=$scratch fish --no-config -c "source $scratch/fish; complete -C '$*'" 2>/dev/null | cut -f 1 | LC_ALL=C sort -u
}

mapfile -t tools < <("$xq" --help --all | sed -nE 's/^  ([a-z]+( [a-z-]+)?)  .*/\1/p' | grep -v '^help ')
[ ${#tools[@]} -ge 30 ] || complain "only ${#tools[@]} tools"
for tool in "${tools[@]}"; do
  [ "$tool" != bench ] || continue # its next word is the name of a tool
  # shellcheck disable=SC2086 # one or two words
  "$xq" $tool --help | sed -nE 's/^ +(-[a-zA-Z], )?(--[a-z0-9-]+)( .*|$)/\2/p' | LC_ALL=C sort -u >"$scratch/listed"
  # shellcheck disable=SC2086
  bash_offers xq $tool -- >"$scratch/offered"
  diff "$scratch/listed" "$scratch/offered" >&2 || complain "bash: xq $tool --"
done

check() { # check EXPECTED WORD...
  local expected=$1
  shift
  local offered
  offered=$(bash_offers "$@" | tr '\n' ' ')
  [ "$offered" = "$expected " ] || complain "bash: $* offers $offered, not $expected"
  ! command -v zsh >/dev/null || {
    offered=$(zsh_offers "$@" | tr '\n' ' ')
    [ "$offered" = "$expected " ] || complain "zsh: $* offers $offered, not $expected"
  }
  [ "$expected" = FILES ] || ! command -v fish >/dev/null || {
    offered=$(fish_offers "$@" | tr '\n' ' ')
    [ "$offered" = "$expected " ] || complain "fish: $* offers $offered, not $expected"
  }
}
check '--normalize' xq convert --norm
check '--wxf-letters --wxf-style' xq convert --wxf
check 'he nb' xq convert --wxf-letters ''
check 'en zh_CN zh_TW' xq book probe --lang ''
check 'engine games level recency score' xq book show --weight ''
check '* 0-1 1-0 1/2-1/2' xq search --result ''
check 'FILES' xq convert -o ''
check 'FILES' xq verify games
check '--append' xq book build --app
exit $wrong

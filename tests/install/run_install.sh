#!/usr/bin/env bash
# run_install.sh CMAKE SOURCE BUILD COMPILER SANITIZERS
set -eu
cmake=$1 source=$2 build=$3 compiler=$4 sanitizers=$5
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
fail() { echo "install test: $*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$prefix" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
xq=$prefix/bin/xq

# One binary, one link and one page for each tool that the overview lists.
mapfile -t tools < <("$xq" --help | sed -nE 's/^  ([a-z]+( [a-z-]+)?)  .*/\1/p')
[ ${#tools[@]} -ge 2 ] || fail "the overview lists ${#tools[@]} tools"
{ echo xq; for tool in "${tools[@]}"; do echo "xq-${tool%% *}"; done; } | sort -u >"$scratch/expected"
ls "$prefix/bin" | sort >"$scratch/found"
diff "$scratch/expected" "$scratch/found" || fail "bin/ is not as expected"
{ echo xq.1; for tool in "${tools[@]}"; do echo "xq-${tool// /-}.1"; done; } | sort >"$scratch/expected"
ls "$prefix/share/man/man1" | sort >"$scratch/found"
diff "$scratch/expected" "$scratch/found" || fail "man1/ is not as expected"
for tool in "${tools[@]}"; do
  link=$prefix/bin/xq-${tool%% *}
  rest=${tool#"${tool%% *}"}
  # shellcheck disable=SC2086 # the second word of a family's tool, or nothing
  diff <("$link" $rest --help) <("$xq" help $tool) || fail "$link $rest --help"
done

# Exactly the headers of the source.
diff <(cd "$source/libxq" && find xq -name '*.hpp' | sort) <(cd "$prefix/include" && find xq -type f | sort) \
  || fail "include/ is not as expected"
for file in share/xq/game.xsd share/bash-completion/completions/xq share/zsh/site-functions/_xq share/fish/vendor_completions.d/xq.fish; do
  [ -s "$prefix/$file" ] || fail "$file is missing"
done
bash -n "$prefix/share/bash-completion/completions/xq"

# No text that is installed knows where it was built.
! grep -rIlF -e "$source" -e "$build" "$prefix" || fail "installed files name the build's folders"

# Another project finds it.
flags=; [ -z "$sanitizers" ] || flags=-fsanitize=$sanitizers
"$cmake" -G Ninja -S "$source/tests/install/consumer" -B "$scratch/consumer" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" >"$scratch/log" 2>&1 \
  && "$cmake" --build "$scratch/consumer" >>"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the consumer does not build"; }
[ "$("$scratch/consumer/consumer")" = "h2e2 1920" ] || fail "the consumer says $("$scratch/consumer/consumer")"

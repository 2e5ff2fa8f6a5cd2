#!/bin/sh
# fake_engine.sh MODE [LOG] - an engine for tests that does what MODE says when it is asked for a
# move, and writes every command it hears to LOG.
mode=$1 log=${2:-/dev/null}
protocol=uci
[ "$mode" = ucci ] && protocol=ucci
[ "$mode" = starts_not ] && exit 0
flood() { while :; do echo "info depth 1 nodes 1 currmove h2e2"; done; }
while IFS= read -r line; do
  printf '%s\n' "$line" >>"$log"
  [ "$mode" = mute ] && continue
  if [ "$mode" = slow_both ]; then # speaks both, and starts slowly
    [ "$line" = uci ] && { sleep 0.5; mode=both; }
  fi
  case $mode-$line in
    both-ucci) echo "option usemillisec type check"; echo "ucciok"; last=ucci; continue ;;
    both-go*) [ "$last" = ucci ] && echo "bestmove a0a1" || echo "bestmove h3e3"; continue ;;
    both-uci)
      last=uci
      echo "option name UCI_Variant type combo default chess var chess var xiangqi" ;;
  esac
  case $line in
    "$protocol")
      echo "id name Fake $mode"
      case $mode in
        variants) echo "option name UCI_Variant type combo default chess var chess var xiangqi" ;;
        ucci) echo "option usemillisec type check default false"; echo "option newgame type button" ;;
      esac
      echo "option name MultiPV type spin default 1 min 1 max 500"
      echo "${protocol}ok" ;;
    isready) [ "$mode" = ready_not ] || echo readyok ;;
    quit) [ "$mode" = stays ] || exit 0 ;;
    stop)
      case $mode in waits | ucci) echo "info depth 9 score cp 12 pv b2e2"; echo "bestmove b2e2" ;; esac ;;
    go*)
      case $mode in
        crash) exit 3 ;;
        hang | waits) ;;
        # The child keeps our output open: only killing the group ends it.
        stays) sleep 1000 & wait ;;
        flood) flood ;;
        illegal) echo "bestmove a0a9" ;;
        nonsense) echo "bestmove e99zz" ;;
        none) echo "bestmove (none)" ;;
        ucci)
          case $line in
            *'depth 60'*) ;;
            *) echo "info depth 4 score 35 pv h2e2 h9g7"; echo "bestmove h2e2 draw" ;;
          esac ;;
        garbage)
          printf '\000\377\001\n\n   \ninfo\ninfo depth score cp pv\ninfo score mate\nbestmove_not\n'
          printf 'info depth 99999999999999999999 score cp 77777777777 nodes -5 multipv 4000000000 pv h2e2\n'
          head -c 300000 /dev/zero | tr '\0' x; echo
          printf 'info depth 5 score cp 31 nodes 500 multipv 1 pv h2e2 a0a9 h9g7\r\n'
          printf 'info depth 6 score cp 900 lowerbound nodes 600 multipv 1 pv h2e2\r\n'
          printf 'info string depth 7 score cp 99 pv b2e2\n'
          printf 'info depth 5 score mate -2 nodes 700 multipv 2 pv b2e2\n'
          printf 'info depth 5 score cp 1 nodes 800 multipv 9 pv h0g2\n'
          printf 'bestmove h2e2 ponder zzzz\r\n' ;;
        variants) echo "info depth 3 score cp 5 pv h3e3 h10g8"; echo "bestmove h3e3" ;;
        *) echo "info depth 1 score cp 0 pv h2e2"; echo "bestmove h2e2" ;;
      esac ;;
  esac
done

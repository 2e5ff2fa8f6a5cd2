# comments.awk - puts four comments into every second game of a PGN archive (a full move a line, UTF-8), for measuring
# searches for words. Seeded: the same archive gives the same bytes. A comment has three to eight words of a
# thousand, the Nth of which is N times rarer than the first: 屏风马 and 弃车 are frequent, 天马行空 and
# zugzwang rare; half of the games are in traditional characters.
#
#     awk -f comments.awk archive.pgn >commented.pgn
function one_of(n) { return 1 + int(rand() * n) }
function sign() { return signs[one_of(signs_count)] }
BEGIN {
  srand(1)
  split("屏风马 弃车 good 中炮 攻势 先手 attack 平稳 兑子 a·good·move 过河车 失先 sacrifice 绝杀 双方 均势", words)
  split("屏風馬 棄車 good 中炮 攻勢 先手 attack 平穩 兌子 a·good·move 過河車 失先 sacrifice 絕殺 雙方 均勢", other)
  signs_count = split("红 黑 进 退 平 左 右 中 边 线 子 兵 卒 炮 士 相 象 将 帅 攻 守 杀 捉 打 抽 弃 兑 换 争 先 后 快 慢 强 弱 好 坏 妙 误 胜 负 和 优 劣 势 形 局 面 步 着 法 计 算 时 间 压 力 反 击 防 御 突 破 空 门 底 肋 道 要 点 控 制 牵 制 威 胁 紧 凑 稳 健 主 动 被 连 续 变 化 简 明 复 杂 开 残", signs)
  n = 16
  while (n < 1000) {
    ++n
    if (n % 5 == 0) { words[n] = "word" n } else { words[n] = sign() sign(); if (n % 3 == 0) { words[n] = words[n] sign() } }
    other[n] = words[n]
  }
  words[1000] = other[1000] = "zugzwang"
  words[997] = "天马行空"; other[997] = "天馬行空"
  for (i = 1; i <= n; ++i) { gsub(/·/, " ", words[i]); gsub(/·/, " ", other[i]); sum += 1 / i; below[i] = sum }
}
function word(traditional,  x, low, high, middle) {
  x = rand() * sum; low = 1; high = n
  while (low < high) { middle = int((low + high) / 2); if (below[middle] < x) { low = middle + 1 } else { high = middle } }
  return traditional ? other[low] : words[low]
}
function comment(  text, count) {
  text = ""
  for (count = 3 + int(rand() * 6); count > 0; --count) { text = text word(games % 4 == 1) (rand() < 0.4 ? "，" : rand() < 0.5 ? " " : "") }
  return "{" text "}"
}
/^\[Event / { ++games; left = games % 2 == 1 ? 4 : 0 }
{ print }
/^[0-9]+\. / && left > 0 { print comment(); --left }

// QR codes (ISO/IEC 18004) of links: bytes, error correction M, versions 1 to 10, so at most 213 bytes.
import { svg } from "./dom.js";

/** By version: bytes of error correction in each block, and bytes of data in the blocks. */
const layouts = [null, [10, [16]], [16, [28]], [26, [44]], [18, [32, 32]], [24, [43, 43]], [16, [27, 27, 27, 27]], [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]], [22, [36, 36, 36, 37, 37]], [26, [43, 43, 43, 43, 44]]];
const sum = list => list.reduce((a, b) => a + b, 0);
const quiet = 4; // modules of margin

// ---- error correction: Reed-Solomon over GF(256), polynomial 0x11d -----------------------------
const powers = [], logs = [];
for (let i = 0, x = 1; i < 255; ++i) {
  powers[i] = powers[i + 255] = x;
  logs[x] = i;
  x = x & 128 ? x << 1 ^ 0x11d : x << 1;
}
const times = (a, b) => (a && b ? powers[logs[a] + logs[b]] : 0);

function correction(data, degree) {
  let divisor = [1];
  for (let i = 0; i < degree; ++i) {
    const next = [...divisor, 0];
    divisor.forEach((factor, k) => { next[k + 1] ^= times(factor, powers[i]); });
    divisor = next;
  }
  const rest = Array(degree).fill(0);
  for (const byte of data) {
    const lead = byte ^ rest.shift();
    rest.push(0);
    for (let k = 0; k < degree; ++k) rest[k] ^= times(divisor[k + 1], lead);
  }
  return rest;
}

/** All bytes in the order in which they are drawn: the blocks woven into each other. */
function codewords(bytes, version) {
  const [degree, sizes] = layouts[version], capacity = sum(sizes), bits = [];
  const put = (value, length) => { for (let i = length - 1; i >= 0; --i) bits.push(value >> i & 1); };
  put(4, 4); // bytes
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach(b => put(b, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  let at = 0;
  const blocks = sizes.map(size => data.slice(at, at += size)), checks = blocks.map(b => correction(b, degree)), out = [];
  for (let i = 0; i < Math.max(...sizes); ++i) blocks.forEach(b => { if (i < b.length) out.push(b[i]); });
  for (let i = 0; i < degree; ++i) checks.forEach(c => out.push(c[i]));
  return out;
}

// ---- drawing -----------------------------------------------------------------------------------
const masks = [(x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

/** `value` with the remainder of its division by `divisor` behind it, of `length` bits. */
function withRemainder(value, divisor, length) {
  let rest = value;
  for (let i = 0; i < length; ++i) rest = rest << 1 ^ (rest >> length - 1) * divisor;
  return value << length | rest & (1 << length) - 1;
}

class Grid {
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(0));
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.drawFrame();
  }

  set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark ? 1 : 0;
    this.fixed[y][x] = true;
  }

  drawFrame() {
    const { size, version } = this;
    for (let i = 0; i < size; ++i) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    const square = (x, y, reach, light) => {
      for (let dy = -reach; dy <= reach; ++dy) {
        for (let dx = -reach; dx <= reach; ++dx) this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    };
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4]);
    const places = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
    for (const x of places) for (const y of places) if (!this.fixed[y][x] || (x === 6 && y > 6 && y < size - 7) || (y === 6 && x > 6 && x < size - 7)) square(x, y, 2, [1]);
    this.drawFormat(0);
    if (version < 7) return;
    const bits = withRemainder(version, 0x1f25, 12);
    for (let i = 0; i < 18; ++i) {
      const a = size - 11 + i % 3, b = Math.floor(i / 3);
      this.set(a, b, bits >> i & 1);
      this.set(b, a, bits >> i & 1);
    }
  }

  /** Level M is 00. */
  drawFormat(mask) {
    const bits = withRemainder(mask, 0x537, 10) ^ 0x5412, bit = i => bits >> i & 1, { size } = this;
    for (let i = 0; i <= 5; ++i) this.set(8, i, bit(i));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let i = 9; i < 15; ++i) this.set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; ++i) this.set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; ++i) this.set(8, size - 15 + i, bit(i));
    this.set(8, size - 8, 1);
  }

  drawData(bytes) {
    let i = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; ++step) {
        for (const x of [right, right - 1]) {
          const y = (right + 1) & 2 ? step : this.size - 1 - step;
          if (!this.fixed[y][x] && i < bytes.length * 8) {
            this.dark[y][x] = bytes[i >> 3] >> 7 - (i & 7) & 1;
            ++i;
          }
        }
      }
    }
  }

  mask(number) {
    for (let y = 0; y < this.size; ++y) for (let x = 0; x < this.size; ++x) if (!this.fixed[y][x] && masks[number](x, y) === 0) this.dark[y][x] ^= 1;
    this.drawFormat(number);
  }

  /** How hard it is to read: long runs, squares, what looks like a corner, more of one colour. */
  penalty() {
    const { dark, size } = this, columns = dark.map((_, x) => dark.map(row => row[x]));
    let points = 0, count = 0;
    for (const line of [...dark, ...columns]) {
      const text = line.join("");
      for (const run of text.match(/0{5,}|1{5,}/g) || []) points += run.length - 2;
      for (let i = 0; i + 11 <= size; ++i) if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) points += 40;
    }
    for (let y = 0; y < size; ++y) {
      for (let x = 0; x < size; ++x) {
        count += dark[y][x];
        if (y && x && dark[y][x] + dark[y - 1][x] + dark[y][x - 1] + dark[y - 1][x - 1] === 4 * dark[y][x]) points += 3;
      }
    }
    return points + 10 * Math.floor(Math.abs(count * 20 / size / size - 10));
  }
}

/** Rows of 0 and 1; null for a text that is too long. */
export function qrRows(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = layouts.findIndex((layout, v) => layout && bytes.length + (v < 10 ? 2 : 3) <= sum(layout[1]));
  if (version < 0) return null;
  const grid = new Grid(version);
  grid.drawData(codewords(bytes, version));
  let best = null;
  for (let n = 0; n < masks.length; ++n) {
    grid.mask(n);
    const points = grid.penalty();
    if (!best || points < best.points) best = { n, points };
    grid.mask(n); // takes it away again
  }
  grid.mask(best.n);
  return grid.dark;
}

/** The code as a drawing; null for a text that is too long. */
export function qrCode(text, label) {
  const rows = qrRows(text);
  if (!rows) return null;
  const side = rows.length + 2 * quiet;
  const d = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : "")).join("")).join("");
  return svg("svg", { viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { width: side, height: side, class: "paper" }), svg("path", { d }));
}

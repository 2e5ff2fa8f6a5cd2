// Sounds of moves, made of short noise and tones; no files.
import { setting } from "./settings.js";

let context = null;

/** A knock as of wood: noise that a filter tunes and that fades. */
function knock(at, pitch, strength) {
  const length = Math.round(context.sampleRate * .06), buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; ++i) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / length * 7);
  const source = context.createBufferSource(), filter = context.createBiquadFilter(), gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  gain.gain.value = strength;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

function tone(at, pitch, length) {
  const source = context.createOscillator(), gain = context.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(.12, at);
  gain.gain.exponentialRampToValueAtTime(.001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

const kinds = {
  move: t => knock(t, 900, .9),
  capture: t => { knock(t, 700, 1); knock(t + .05, 1500, .8); },
  check: t => { knock(t, 900, .9); tone(t + .02, 660, .22); },
  end: t => [523, 659, 784].forEach((pitch, i) => tone(t + .12 * i, pitch, .4)),
  turn: t => { tone(t, 587, .15); tone(t + .12, 880, .2); }
};

/** "move", "capture", "check", "end" or "turn" (it is the reader's move). A browser lets no page sound before it is touched. */
export function sound(kind) {
  if (setting("sound") !== "yes" || (document.hidden && !["turn", "end"].includes(kind)) || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    kinds[kind](context.currentTime);
  } catch { /* no sound in this browser */ }
}

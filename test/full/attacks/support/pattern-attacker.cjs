// A thread of its own that tries patterns against long texts: one that never ends is ended from outside.
'use strict';
const { parentPort, workerData } = require('node:worker_threads');

const { attacks, from, limit, progress } = workerData;
const marks = new Int32Array(progress);

// Nothing expects it.
const last = '\u0001';
// Texts that many patterns are tried against are made once.
const compiled = new Map();
function attackText({ start, pump }, length) {
  const key = `${length} ${pump}`;
  const known = start === '' && pump.length < 3 ? compiled.get(key) : undefined;
  if (known !== undefined) return known;
  const text = start + pump.repeat(Math.ceil(length / pump.length)) + last;
  // Put together now: that is not the pattern's cost.
  text.charCodeAt(text.length - 1);
  if (start === '' && pump.length < 3) compiled.set(key, text);
  return text;
}

/** Does what the code does with the pattern; the answer in ms of processor time. */
function costOf({ source, flags, use }, text) {
  const pattern = new RegExp(source, flags);
  const began = process.cpuUsage();
  if (use === 'split') text.split(pattern);
  else if (pattern.sticky) while (pattern.exec(text) !== null && pattern.lastIndex > 0);
  else if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** What limits are set for does this in 20 ms: a plain scan, and a split into as many parts, in ms of processor time. */
const plain = { source: '-', flags: 'g', use: 'replace' };
const plainText = 'a-'.repeat(500_000);

/**
 * Best of five: the first that is good enough ends it, and one that is hopeless. What takes longer counts as what it is to a plain
 * pattern tried before and after it, for machines that are slower, or busy at this moment.
 */
function bestOf(pattern, text) {
  const control = { ...plain, use: pattern.use === 'split' ? 'split' : plain.use };
  let best = costOf(pattern, text);
  for (let n = 1; n < 5 && best > limit && best <= 20 * limit; n += 1) {
    const before = costOf(control, plainText);
    const cost = costOf(pattern, text);
    best = Math.min(best, cost / Math.max(1, before / 20, costOf(control, plainText) / 20));
  }
  return best;
}

/** Rising lengths: what is too slow at a small one is not tried at a large one. */
function attack(pattern, text, longest) {
  let cost = 0;
  for (const part of [1000, 100, 10, 1]) {
    const length = Math.ceil(longest / part);
    cost = bestOf(pattern, attackText(text, length));
    if (cost > limit) return { cost, length };
  }
  return { cost, length: longest };
}

for (let at = from; at < attacks.length; at += 1) {
  const { pattern, texts, longest } = attacks[at];
  Atomics.store(marks, 0, at);
  let worst = { cost: 0 };
  for (let n = 0; n < texts.length && worst.cost <= limit; n += 1) {
    Atomics.store(marks, 1, n);
    Atomics.add(marks, 2, 1);
    const result = attack(pattern, texts[n], longest);
    if (result.cost > worst.cost) worst = { ...result, text: texts[n] };
  }
  parentPort.postMessage({ at, ...worst });
}

import { randomInt } from 'node:crypto';

/** Maximum number of shapes per site; beyond it counting starts anew. */
const MAX_SHAPES = 1_024;
/** Expected number of samples of each shape, however small the rate is; a few more for each tenfold of its traffic. */
const OF_EACH_SHAPE = 4;

/**
 * Selects the requests to record: a fraction of all, and more of rare ones. The n-th request of a shape is selected
 * with probability max(rate, 4/n), so that a form sent once a week is represented beside a start page requested a
 * million times. The inverse probability is the sample's weight, and sums of weights are unbiased.
 */
export class ShapeSampler {
  private readonly counts = new Map<number, number>();
  private readonly random: () => number;

  constructor(random: () => number = Math.random) {
    this.random = random;
  }

  /** @returns the number of requests that this one stands for; 0: not selected */
  weightOf(shape: number, rate: number): number {
    const probability = Math.max(rate, Math.min(1, OF_EACH_SHAPE / this.countOf(shape)));
    return this.random() < probability ? 1 / probability : 0;
  }

  private countOf(shape: number): number {
    const count = (this.counts.get(shape) ?? 0) + 1;
    if (count === 1 && this.counts.size >= MAX_SHAPES) this.counts.clear();
    this.counts.set(shape, count);
    return count;
  }
}

const MAX_PATH = 256;
const MAX_QUERY = 1_023;
const MAX_NAMES = 32;
const MAX_NAME = 40;
const MAX_TYPE = 60;

const NINE = 0x39;
const ZERO = 0x30;
const DASH = 0x2d;
const HASH = 0x23;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
/** Separator of a shape's parts, in none of them. */
const PART = 0x100;

/**
 * A hash of method, path, unordered parameter names, and type; ids and numbers in a path, and values, do not count.
 * Computed in one pass for every request of a recorded site: a string for each would cost more than all other work on
 * requests that are not recorded. Shapes with the same hash share their sample, which gains nobody anything.
 */
export function shapeOf(method: string, target: string, contentType: string): number {
  let hash = mixed(mixedText(SEED, method, 0, method.length), PART);
  const question = target.indexOf('?');
  hash = mixed(mixedPath(hash, target, Math.min(question < 0 ? target.length : question, MAX_PATH)), PART);
  if (question >= 0) hash = mixed(hash, sumOfNames(target, question + 1));
  const semicolon = contentType.indexOf(';');
  const typeEnd = Math.min(semicolon < 0 ? contentType.length : semicolon, MAX_TYPE);
  return spread(mixedText(mixed(hash, PART), contentType, 0, typeEnd));
}

function mixedPath(seed: number, path: string, end: number): number {
  let hash = seed;
  for (let at = 0; at < end; ) {
    if (!isOfId(path.charCodeAt(at))) {
      hash = mixed(hash, path.charCodeAt(at++));
      continue;
    }
    const before = hash;
    let hasDigit = false;
    for (; at < end && isOfId(path.charCodeAt(at)); at++) {
      const code = path.charCodeAt(at);
      hash = mixed(hash, code);
      hasDigit ||= code >= ZERO && code <= NINE;
    }
    if (hasDigit) hash = mixed(before, HASH);
  }
  return hash;
}

/** Independent of the order. */
function sumOfNames(target: string, from: number): number {
  const end = Math.min(target.length, from + MAX_QUERY);
  let sum = 0;
  let count = 0;
  for (let at = from; at <= end && count < MAX_NAMES; count++) {
    let hash = SEED;
    const most = Math.min(end, at + MAX_NAME);
    let stop = at;
    for (; stop < most; stop++) {
      const code = target.charCodeAt(stop);
      if (code === AMPERSAND || code === EQUALS) break;
      hash = mixed(hash, code);
    }
    sum = (sum + spread(hash)) | 0;
    const next = target.indexOf('&', stop);
    at = next < 0 || next >= end ? end + 1 : next + 1;
  }
  return mixed(sum, count);
}

const isOfId = (code: number): boolean => {
  const lower = code | 0x20;
  return (code >= ZERO && code <= NINE) || (lower >= 0x61 && lower <= 0x66) || code === DASH;
};

function mixedText(seed: number, text: string, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at++) hash = mixed(hash, text.charCodeAt(at));
  return hash;
}

/** Random per process, so that nobody can construct collisions. */
const SEED = randomInt(2 ** 31);

/** FNV-1a. */
const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

/** MurmurHash3's finaliser. */
function spread(hash: number): number {
  let mixture = hash;
  mixture = Math.imul(mixture ^ (mixture >>> 16), 0x85ebca6b);
  mixture = Math.imul(mixture ^ (mixture >>> 13), 0xc2b2ae35);
  return mixture ^ (mixture >>> 16);
}

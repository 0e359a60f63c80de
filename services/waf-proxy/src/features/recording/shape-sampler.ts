import { randomInt } from 'node:crypto';

/** Shapes of a site that are told apart; when there are more, counting begins anew. */
const MAX_SHAPES = 1_024;
/** Of each shape about so many are expected however small the rate is, and a few more with each tenfold of its traffic. */
const OF_EACH_SHAPE = 4;

/**
 * Which requests of a site are kept: a share of all, and more of what is rare. The n-th request of a shape is kept with
 * probability max(rate, 4/n), so that a form that is sent once a week is there beside a start page that is asked a million
 * times; the inverse of that probability is what the kept one stands for, and sums of these are unbiased.
 */
export class ShapeSampler {
  private readonly counts = new Map<number, number>();
  private readonly random: () => number;

  constructor(random: () => number = Math.random) {
    this.random = random;
  }

  /** @returns for how many requests this one stands; 0: it is not kept */
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
/** Between the parts of a shape: none of them holds it. */
const PART = 0x100;

/**
 * A number for method, path, names of parameters in any order, and type: ids and numbers in a path are one shape, and so are values. It
 * is made in one pass, for every request of a recorded site; a text for each would cost more than all else that is done for
 * those that are not kept. Two shapes with one number would share their sample, which nobody gains from.
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

/** The same in any order. */
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

/** Another one in each process, so that nobody can know what shares a number. */
const SEED = randomInt(2 ** 31);

/** FNV-1a. */
const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

/** The finisher of MurmurHash3. */
function spread(hash: number): number {
  let mixture = hash;
  mixture = Math.imul(mixture ^ (mixture >>> 16), 0x85ebca6b);
  mixture = Math.imul(mixture ^ (mixture >>> 13), 0xc2b2ae35);
  return mixture ^ (mixture >>> 16);
}

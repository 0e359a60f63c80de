import { randomInt } from 'node:crypto';
import { drawnFor } from './drawn-letters.ts';

/** A word of up to this many ASCII letters or digits fits into a small integer, seven bits each. */
export const SHORT_WORD = 4;
const BITS = 7;
const CODE_MASK = (1 << BITS) - 1;

const PLACES = 1_024;
/** Maximum words per request; further ones use a map. */
const MAX_WORDS = PLACES / 2;
const SPREAD = 0x9e3779b1;
/** Random per process, so that nobody can construct collisions. */
const SEED = randomInt(2 ** 31);

/**
 * Replacements of one request's short words, of which tokens consist: a string for each would dominate the cost. A
 * numeric table that is cleared by starting a new turn, for one request after another.
 */
export class ShortWords {
  private readonly words = new Uint32Array(PLACES);
  private readonly masked = new Uint32Array(PLACES);
  /** The turn in which a slot was used. */
  private readonly turns = new Uint32Array(PLACES);
  private turn = 0;
  private count = 0;
  private more: Map<number, number> | null = null;

  /** Forgets all replacements. */
  begin(): void {
    if (this.turn === 0xffff_ffff) {
      this.turns.fill(0);
      this.turn = 0;
    }
    this.turn++;
    this.count = 0;
    this.more = null;
  }

  /** The replacement, the same for the same word within a turn. */
  maskedOf(word: number): number {
    const { turns, turn } = this;
    let place = Math.imul(word ^ SEED, SPREAD) >>> 22;
    for (; turns[place] === turn; place = (place + 1) % PLACES)
      if (this.words[place] === word) return this.masked[place]!;
    if (this.count === MAX_WORDS) return this.fromMore(word);
    this.count++;
    turns[place] = turn;
    this.words[place] = word;
    const masked = drawnWord(word);
    this.masked[place] = masked;
    return masked;
  }

  private fromMore(word: number): number {
    this.more ??= new Map();
    let masked = this.more.get(word);
    if (masked === undefined) {
      masked = drawnWord(word);
      this.more.set(word, masked);
    }
    return masked;
  }
}

function drawnWord(word: number): number {
  let masked = 0;
  for (let shift = 0; word >>> shift > 0; shift += BITS)
    masked |= drawnFor((word >>> shift) & CODE_MASK) << shift;
  return masked;
}

/** Appends a letter to a word's number. */
export const withLetter = (short: number, code: number): number => (short << BITS) | code;

export function shortOf(word: string): number {
  let short = 0;
  for (let at = 0; at < word.length; at++) short = withLetter(short, word.charCodeAt(at));
  return short;
}

export function textOfShort(short: number): string {
  let text = '';
  for (let rest = short; rest > 0; rest >>>= BITS) text = String.fromCharCode(rest & CODE_MASK) + text;
  return text;
}

/** Writes backwards from the last letter. */
export function writeShort(bytes: Buffer, end: number, short: number): void {
  for (let rest = short, at = end; rest > 0; rest >>>= BITS) bytes[--at] = rest & CODE_MASK;
}

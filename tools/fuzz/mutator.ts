import type { Random } from './random.ts';

/** Numbers at which lengths, counters and limits change what they do. */
const NUMBERS = [
  0,
  1,
  2,
  3,
  7,
  8,
  9,
  10,
  15,
  16,
  17,
  31,
  32,
  63,
  64,
  65,
  99,
  100,
  101,
  127,
  128,
  129,
  255,
  256,
  257,
  511,
  512,
  999,
  1_000,
  1_001,
  1_023,
  1_024,
  1_025,
  4_095,
  4_096,
  4_097,
  9_999,
  10_000,
  16_383,
  16_384,
  32_767,
  32_768,
  65_535,
  65_536,
  2 ** 24,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
];
const BYTES = [
  0, 1, 9, 10, 13, 0x20, 0x22, 0x25, 0x26, 0x27, 0x2b, 0x2f, 0x3c, 0x3d, 0x3e, 0x5c, 0x7f, 0x80, 0xff,
];
const COPIES = NUMBERS.filter((number) => number >= 2 && number <= 70_000);
const MAX_ROUNDS = 6;

type Mutation = (input: Buffer) => Buffer;

/** Makes inputs from inputs: what coverage-guided fuzzers usually do, and repetition, which is how limits are reached. */
export class Mutator {
  private readonly random: Random;
  private readonly words: readonly Buffer[];
  private readonly largest: number;
  private readonly other: () => Buffer;
  private readonly mutations: readonly Mutation[];

  /** @param other gives another input of the corpus, or a generated one. */
  constructor(random: Random, words: readonly Buffer[], largest: number, other: () => Buffer) {
    this.random = random;
    this.words = words.length > 0 ? words : [Buffer.from('a')];
    this.largest = largest;
    this.other = other;
    this.mutations = [
      (input) => this.flipBit(input),
      (input) => this.setByte(input),
      (input) => this.remove(input),
      (input) => this.insert(input, this.bytes()),
      (input) => this.insert(input, this.random.pick(this.words)),
      (input) => this.insert(input, this.random.pick(this.words)),
      (input) => this.overwrite(input, this.random.pick(this.words)),
      (input) => this.duplicate(input),
      (input) => this.repeat(input, false),
      (input) => this.repeat(input, true),
      (input) => this.number(input),
      (input) => this.cross(input),
      (input) => this.insert(input, slice(this.other(), this.random)),
    ];
  }

  mutate(input: Buffer): Buffer {
    let output = input;
    for (let rounds = 1 + this.random.mostlySmall(MAX_ROUNDS); rounds > 0; rounds--)
      output = this.random.pick(this.mutations)(output);
    return output.length > this.largest ? output.subarray(0, this.largest) : output;
  }

  private flipBit(input: Buffer): Buffer {
    const output = Buffer.from(input);
    if (output.length > 0) output[this.random.below(output.length)]! ^= 1 << this.random.below(8);
    return output;
  }

  private setByte(input: Buffer): Buffer {
    const output = Buffer.from(input);
    if (output.length > 0) {
      const byte = this.random.chance(2) ? this.random.pick(BYTES) : this.random.below(256);
      output[this.random.below(output.length)] = byte;
    }
    return output;
  }

  private remove(input: Buffer): Buffer {
    const [from, to] = range(input, this.random);
    return Buffer.concat([input.subarray(0, from), input.subarray(to)]);
  }

  private bytes(): Buffer {
    return Buffer.from(this.random.list(1, 8, () => this.random.below(256)));
  }

  private insert(input: Buffer, piece: Buffer): Buffer {
    const at = this.random.below(input.length + 1);
    return Buffer.concat([input.subarray(0, at), piece, input.subarray(at)]);
  }

  private overwrite(input: Buffer, piece: Buffer): Buffer {
    const at = this.random.below(input.length + 1);
    return Buffer.concat([input.subarray(0, at), piece, input.subarray(at + piece.length)]);
  }

  private duplicate(input: Buffer): Buffer {
    return this.insert(input, slice(input, this.random));
  }

  /** A piece many times over; `numbered`: with a running number inside, for readers that refuse repetitions. */
  private repeat(input: Buffer, numbered: boolean): Buffer {
    if (input.length === 0) return this.random.pick(this.words);
    const [from, to] = pieceOf(input, this.random);
    const room = Math.floor((this.largest - input.length) / (to - from));
    const wanted = this.random.chance(4)
      ? this.random.pick(COPIES)
      : COPIES[this.random.mostlySmall(COPIES.length)]!;
    const copies = Math.min(wanted, Math.max(1, room));
    const numberAt = numbered ? placeOfNumber(input, from, to, this.random) : -1;
    return repeated(input, from, to, copies, numberAt);
  }

  /** Another number in place of one that is written in digits, or of four bytes. */
  private number(input: Buffer): Buffer {
    const value = this.random.pick(NUMBERS) + this.random.pick([-1, 0, 0, 1]);
    const text = input.toString('latin1');
    const numbers = [...text.matchAll(/\d+/g)].slice(0, 200);
    if (numbers.length > 0 && !this.random.chance(4)) {
      const found = this.random.pick(numbers);
      const end = found.index + found[0].length;
      const written = String(value);
      return Buffer.concat([input.subarray(0, found.index), Buffer.from(written), input.subarray(end)]);
    }
    const width = this.random.pick([1, 2, 3, 4]);
    const bytes = Buffer.alloc(width);
    bytes.writeUIntBE(Math.abs(value) % 2 ** (8 * width), 0, width);
    return this.overwrite(input, bytes);
  }

  private cross(input: Buffer): Buffer {
    const other = this.other();
    const at = this.random.below(input.length + 1);
    return Buffer.concat([input.subarray(0, at), other.subarray(this.random.below(other.length + 1))]);
  }
}

function range(input: Buffer, random: Random): [number, number] {
  const from = random.below(input.length + 1);
  return [from, from + random.mostlySmall(input.length - from + 1)];
}

/** Longer pieces are seldom one item of a list. */
const MAX_PIECE = 48;

/** A piece that is worth repeating: from one byte to the next of the same kind, as items of a list are, or any short one. */
export function pieceOf(input: Buffer, random: Random): [number, number] {
  const from = random.below(input.length);
  const same = input.indexOf(input[from]!, from + 1);
  if (same > 0 && same - from <= MAX_PIECE && random.chance(2)) return [from, same];
  return [from, Math.min(input.length, from + 1 + random.mostlySmall(MAX_PIECE))];
}

/** Where each copy of a piece gets its number: after its first letter, or anywhere. */
export function placeOfNumber(input: Buffer, from: number, to: number, random: Random): number {
  const letter = input.toString('latin1', from, to).search(/[0-9a-z]/i);
  return letter >= 0 && random.chance(2) ? from + letter + 1 : from + random.below(to - from + 1);
}

function slice(input: Buffer, random: Random): Buffer {
  const [from, to] = range(input, random);
  return input.subarray(from, to);
}

/** The input with input[from..to) `copies` times; `numberAt`: where each copy has its own number, or -1. */
export function repeated(input: Buffer, from: number, to: number, copies: number, numberAt: number): Buffer {
  const pieces: Buffer[] = [input.subarray(0, from)];
  if (numberAt < 0) {
    const piece = input.subarray(from, to);
    pieces.push(Buffer.alloc(piece.length * copies, piece));
  } else {
    const before = input.toString('latin1', from, numberAt);
    const after = input.toString('latin1', numberAt, to);
    let text = '';
    for (let copy = 0; copy < copies; copy++) text += `${before}${copy.toString(36)}${after}`;
    pieces.push(Buffer.from(text, 'latin1'));
  }
  pieces.push(input.subarray(to));
  return Buffer.concat(pieces);
}

import { CODE_BITS, EOS } from './huffman-code.ts';

/** The decoder's state after four more bits, in one number: state, flags and the decoded symbol. */
const EMITS = 0x100;
const FAILS = 0x200;
/** Valid padding: fewer than eight bits, all of them ones (RFC 7541, 5.2). */
const MAY_END = 0x400;
const STATE_SHIFT = 16;

/** Codes by symbol; canonical, so that the lengths say all. */
const CODES: readonly number[] = makeCodes();
/** By state and the next four bits. */
const STEPS: Readonly<Int32Array> = makeSteps();

function makeCodes(): number[] {
  const codes = new Array<number>(CODE_BITS.length).fill(0);
  let code = 0;
  for (let bits = 1; bits <= 30; bits++) {
    code *= 2;
    for (let symbol = 0; symbol < CODE_BITS.length; symbol++) {
      if (CODE_BITS[symbol] !== bits) continue;
      codes[symbol] = code;
      code++;
    }
  }
  return codes;
}

interface Branch {
  /** By bit: a further branch, or a symbol. */
  next: [Branch | number, Branch | number];
  state: number;
  mayEnd: boolean;
}

function makeSteps(): Int32Array {
  const branches: Branch[] = [];
  const branch = (mayEnd: boolean): Branch => {
    const made: Branch = { next: [-1, -1], state: branches.length, mayEnd };
    branches.push(made);
    return made;
  };
  const root = branch(true);
  for (let symbol = 0; symbol < CODE_BITS.length; symbol++) {
    let at = root;
    for (let left = CODE_BITS[symbol]! - 1; left > 0; left--) {
      const bit = Math.floor(CODES[symbol]! / 2 ** left) % 2 === 1 ? 1 : 0;
      const depth = CODE_BITS[symbol]! - left;
      if (at.next[bit] === -1) at.next[bit] = branch(at.mayEnd && bit === 1 && depth < 8);
      at = at.next[bit] as Branch;
    }
    at.next[CODES[symbol]! % 2 === 1 ? 1 : 0] = symbol;
  }
  const steps = new Int32Array(branches.length * 16);
  for (const from of branches) {
    for (let four = 0; four < 16; four++) steps[from.state * 16 + four] = stepOf(root, from, four);
  }
  return steps;
}

/** No code is shorter than five bits, so that four of them complete at most one. */
function stepOf(root: Branch, from: Branch, four: number): number {
  let at = from;
  let met = 0;
  for (let left = 3; left >= 0; left--) {
    const next = at.next[((four >> left) & 1) as 0 | 1];
    if (typeof next !== 'number') at = next;
    else if (next === EOS) return FAILS;
    else {
      met = EMITS | next;
      at = root;
    }
  }
  return (at.state << STATE_SHIFT) | (at.mayEnd ? MAY_END : 0) | met;
}

/**
 * Decodes bytes[from..to) into `into`, from its beginning on; there must be room for 8/5 of the length.
 *
 * @returns how many bytes were written; -1 if this is no such text.
 */
export function decodeHuffman(bytes: Uint8Array, from: number, to: number, into: Uint8Array): number {
  let length = 0;
  let state = 0;
  let mayEnd = MAY_END;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    let step = STEPS[(state << 4) | (byte >> 4)]!;
    if ((step & EMITS) !== 0) {
      into[length] = step & 0xff;
      length++;
    }
    if ((step & FAILS) !== 0) return -1;
    step = STEPS[((step >> STATE_SHIFT) << 4) | (byte & 15)]!;
    if ((step & EMITS) !== 0) {
      into[length] = step & 0xff;
      length++;
    }
    if ((step & FAILS) !== 0) return -1;
    state = step >> STATE_SHIFT;
    mayEnd = step & MAY_END;
  }
  return mayEnd === 0 ? -1 : length;
}

/** Bytes that the text takes when encoded. `text`: one character per byte. */
export function huffmanLength(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index++) bits += CODE_BITS[text.charCodeAt(index)]!;
  return Math.ceil(bits / 8);
}

/** Writes the encoded text at `at`; the index after it. */
export function encodeHuffman(text: string, into: Uint8Array, at: number): number {
  let to = at;
  /** Fewer than eight bits, waiting to be a byte. */
  let pending = 0;
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const symbol = text.charCodeAt(index);
    const code = CODES[symbol]!;
    let left = CODE_BITS[symbol]!;
    while (left > 0) {
      const taken = Math.min(8 - count, left);
      left -= taken;
      pending = (pending << taken) | ((code >>> left) & (2 ** taken - 1));
      count += taken;
      if (count < 8) continue;
      into[to] = pending;
      to++;
      pending = 0;
      count = 0;
    }
  }
  if (count > 0) {
    // The rest of the last byte is a prefix of EOS, which is all ones.
    into[to] = ((pending << (8 - count)) | (2 ** (8 - count) - 1)) & 0xff;
    to++;
  }
  return to;
}

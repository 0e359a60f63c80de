import type { ByteSet } from '../syntax/byte-set.ts';
import type { Guard } from '../syntax/guard.ts';

/**
 * Instructions of a compiled pattern, with operands `x`, `y` and `z`. Programs for searching hold only the first six.
 */
export const OP = {
  /** Consumes a byte of set `x`; goes on at `y`. */
  byte: 0,
  /** Goes on at `x`, or at `y` if that fails. */
  split: 1,
  /** Goes on at `x`. */
  jump: 2,
  /** Goes on at `y` if guard `x` holds. */
  guard: 3,
  /** Pattern `x` is found. */
  match: 4,
  /** Can go nowhere. */
  fail: 5,
  /** Stores the position in slot `x`; goes on at `y`. */
  save: 6,
  /** Runs the body at `z`; `x` is 1 if it must not match; goes on at `y`. */
  look: 7,
  /** Runs the body at `z`; goes on at `x` if it consumed nothing, otherwise at `y`. */
  atomic: 8,
  /** Ends the body of `look` or `atomic`. */
  end: 9,
  /** Steps `x` bytes back; goes on at `y`. */
  back: 10,
  /** Matches what a group matched: `x` = 2 × group + (1 if case-insensitive); goes on at `y`, but at `z` if that was empty. */
  backref: 11,
  /** Begins one round of a loop whose body can match nothing; `x` is the loop's depth. See unloop.ts. */
  loopStart: 12,
  /** Ends such a round; `y` is the start of the next one, `z` what follows the loop. */
  loopEnd: 13,
  /** The same for a lazy loop, which prefers `z`. */
  lazyLoopEnd: 14,
} as const;

export interface Program {
  readonly ops: Readonly<Int32Array>;
  readonly xs: Readonly<Int32Array>;
  readonly ys: Readonly<Int32Array>;
  readonly zs: Readonly<Int32Array>;
  readonly sets: readonly ByteSet[];
  readonly guards: readonly Guard[];
  /** Where each pattern of the program begins. */
  readonly starts: readonly number[];
  /**
   * Which copy of a counted repetition an instruction belongs to. Instructions with the same chain stand at the same
   * place in different copies of an optional body `X{0,n}`; a lower rank can do all that a higher rank can.
   */
  readonly chains: ReadonlyMap<number, ChainLink>;
}

export interface ChainLink {
  readonly chain: number;
  readonly rank: number;
}

/** 1 for instructions from which a back-reference may be reached. */
export function reachesBackref(program: Program): Uint8Array {
  const { ops, xs, ys, zs } = program;
  const result = new Uint8Array(ops.length);
  if (!ops.includes(OP.backref)) {
    return result;
  }
  const before: number[][] = Array.from(ops, () => []);
  const link = (from: number, to: number) => before[to]!.push(from);
  ops.forEach((op, pc) => {
    if (op === OP.split || op === OP.atomic) {
      link(pc, xs[pc]!);
    }
    if (op !== OP.match && op !== OP.end && op !== OP.fail) {
      link(pc, ys[pc]!);
    }
    if (op === OP.look || op === OP.atomic || op === OP.backref) {
      link(pc, zs[pc]!);
    }
  });
  const stack = Array.from(ops.keys()).filter((pc) => ops[pc] === OP.backref);
  while (stack.length > 0) {
    const pc = stack.pop()!;
    if (result[pc] === 0) {
      result[pc] = 1;
      stack.push(...before[pc]!);
    }
  }
  return result;
}

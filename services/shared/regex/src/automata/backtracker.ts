import type { StepBudget } from '../budget/step-budget.ts';
import { setHas } from '../syntax/byte-set.ts';
import { EDGE, FINAL_NEWLINE, guardHolds } from '../syntax/guard.ts';
import { grownTo } from './growing-array.ts';
import { OP, type Program, reachesBackref } from './program.ts';

/** What `run` answers when it had to give up. */
export const GAVE_UP = -2;
const NO_MATCH = -1;

/**
 * Follows a capture program in order of preference and goes back where it fails, but never enters the same branching
 * point at the same position twice: since the program has no empty loops (see unloop.ts), a second visit would fail as
 * the first did. This makes it linear in instructions × positions, and the captures exact.
 *
 * Where back-references make the outcome depend on what was captured, visits are not remembered, and `limit` ends the
 * search. Bodies of look-around and atomic groups are matched on their own; what succeeded there is forgotten again, since
 * "visited" must only ever mean "failed".
 */
export class Backtracker {
  private readonly program: Program;
  private readonly slotCount: number;
  /** Where in `slots` the starts of open groups are kept, or -1 if there are no back-references. */
  private readonly openedAt: number;
  /** Number of each branching point whose visits may be remembered, or -1. */
  private readonly memoOf: Int32Array;
  readonly memoCount: number;
  private visited = new Uint32Array(0);
  /** Pairs: instruction and position, or the complement of a slot and the value to put back. */
  private stack = new Int32Array(256);
  private top = 0;
  private trail = new Int32Array(64);
  private trailLength = 0;
  private depth = 0;
  private positions = 0;
  private from = 0;
  private to = 0;
  private memoise = true;
  private subject = '';
  private stepsLeft = 0;
  /** Where the last `match` gave up. */
  private pc = 0;
  private position = 0;
  private readonly slots: Int32Array;

  constructor(program: Program, groupCount: number) {
    this.program = program;
    this.slotCount = groupCount * 2 + 2;
    // A group keeps its former value until it is closed; only a back-reference inside of it could tell.
    const opened = program.ops.includes(OP.backref) ? groupCount + 1 : 0;
    this.openedAt = opened === 0 ? -1 : this.slotCount;
    this.slots = new Int32Array(this.slotCount + opened);
    const unsafe = reachesBackref(program);
    this.memoOf = new Int32Array(program.ops.length).fill(-1);
    let count = 0;
    program.ops.forEach((op, pc) => {
      if (op === OP.split && unsafe[pc] === 0) {
        this.memoOf[pc] = count++;
      }
    });
    this.memoCount = count;
  }

  /** Bits that remembering would need for a search between two positions. */
  memoBits(from: number, to: number): number {
    return this.memoCount * (to - from + 1);
  }

  /**
   * Opens a search: what is visited in one `run` counts as failed in the next. `to`: no byte from there on is consumed
   * (it is still seen by assertions).
   */
  begin(subject: string, from: number, to: number, memoise: boolean): void {
    this.subject = subject;
    this.from = from;
    this.to = to;
    this.positions = to - from + 1;
    this.memoise = memoise;
    if (memoise) {
      const words = (this.memoBits(from, to) + 31) >>> 5;
      if (words > this.visited.length) {
        this.visited = new Uint32Array(Math.max(words, this.visited.length * 2));
      } else {
        this.visited.fill(0, 0, words);
      }
    }
  }

  /** A copy of what the last successful `run` captured. */
  captures(): Int32Array {
    return this.slots.slice(0, this.slotCount);
  }

  /** Ends a search: keeps no hold of the subject. */
  end(): void {
    this.subject = '';
  }

  /**
   * Tries to match at `start`; the end of the match, -1, or `GAVE_UP`. Captures are then in `slots`.
   * `limit`: at most so many steps; they are taken off `budget.backtrackLeft` if `bounded`.
   */
  run(start: number, bounded: boolean, budget: StepBudget): number {
    this.slots.fill(-1);
    this.top = 0;
    this.trailLength = 0;
    this.depth = 0;
    const limit = bounded ? budget.backtrackLeft : Number.MAX_SAFE_INTEGER;
    this.stepsLeft = limit;
    const end = this.match(this.program.starts[0]!, start, 0);
    const used = limit - this.stepsLeft;
    budget.steps += used;
    if (bounded) {
      budget.backtrackLeft -= used;
    }
    if (end >= 0) {
      this.slots[0] = start;
      this.slots[1] = end;
    }
    return end;
  }

  /**
   * As an unbounded `run`, for programs without look-around and atomic groups; GAVE_UP: the slice is over, to go on by
   * `isBegun`. Nobody else may use this object meanwhile.
   */
  runInSlices(start: number, isBegun: boolean, budget: StepBudget): number {
    if (!isBegun) {
      this.slots.fill(-1);
      this.top = 0;
      this.trailLength = 0;
      this.depth = 0;
      this.pc = this.program.starts[0]!;
      this.position = start;
    }
    const limit = Math.min(Math.max(budget.sliceEnd - budget.steps, 1), Number.MAX_SAFE_INTEGER);
    this.stepsLeft = limit;
    const end = this.match(this.pc, this.position, 0);
    budget.steps += limit - Math.max(this.stepsLeft, 0);
    if (end >= 0) {
      this.slots[0] = start;
      this.slots[1] = end;
    }
    return end;
  }

  private push(a: number, b: number): void {
    if (this.top + 2 > this.stack.length) {
      this.stack = grownTo(this.stack, this.top + 2);
    }
    this.stack[this.top++] = a;
    this.stack[this.top++] = b;
  }

  /**
   * Runs from an instruction to `match` or `end`; the position there, -1 or GAVE_UP. Alternatives below `base` on the stack are
   * not its own.
   */
  private match(startPc: number, startPosition: number, base: number): number {
    const { ops, xs, ys, zs, sets, guards } = this.program;
    const subject = this.subject;
    const to = this.to;
    let pc = startPc;
    let position = startPosition;
    while (true) {
      if (--this.stepsLeft < 0) {
        this.pc = pc;
        this.position = position;
        return GAVE_UP;
      }
      let failed = false;
      switch (ops[pc]) {
        case OP.byte:
          if (position < to && setHas(sets[xs[pc]!]!, subject.charCodeAt(position))) {
            position++;
            pc = ys[pc]!;
          } else {
            failed = true;
          }
          break;
        case OP.split:
          if (this.isNew(pc, position)) {
            this.push(ys[pc]!, position);
            pc = xs[pc]!;
          } else {
            failed = true;
          }
          break;
        case OP.jump:
          pc = xs[pc]!;
          break;
        case OP.guard:
          if (guardHolds(guards[xs[pc]!]!, symbolBefore(subject, position), symbolAfter(subject, position))) {
            pc = ys[pc]!;
          } else {
            failed = true;
          }
          break;
        case OP.save:
          this.save(xs[pc]!, position);
          pc = ys[pc]!;
          break;
        case OP.match:
        case OP.end:
          return position;
        case OP.look: {
          const end = this.matchBody(zs[pc]!, position, xs[pc] === 1);
          if (end === GAVE_UP) {
            return GAVE_UP;
          }
          if (end === NO_MATCH) {
            failed = xs[pc] === 0;
          } else {
            failed = xs[pc] === 1;
          }
          pc = ys[pc]!;
          break;
        }
        case OP.atomic: {
          const end = this.matchBody(zs[pc]!, position, false);
          if (end === GAVE_UP) {
            return GAVE_UP;
          }
          if (end === NO_MATCH) {
            failed = true;
          } else {
            pc = end === position ? xs[pc]! : ys[pc]!;
            position = end;
          }
          break;
        }
        case OP.back:
          position -= xs[pc]!;
          failed = position < 0;
          pc = ys[pc]!;
          break;
        case OP.backref: {
          const end = this.matchBackref(xs[pc]! >> 1, (xs[pc]! & 1) === 1, position);
          if (end === NO_MATCH) {
            failed = true;
          } else {
            pc = end === position ? zs[pc]! : ys[pc]!;
            position = end;
          }
          break;
        }
        default:
          failed = true;
      }
      if (failed) {
        const resumed = this.unwind(base);
        if (!resumed) {
          return NO_MATCH;
        }
        position = this.stack[--this.top]!;
        pc = this.stack[--this.top]!;
      }
    }
  }

  private save(slot: number, position: number): void {
    if (this.openedAt === -1) {
      this.setSlot(slot, position);
    } else if ((slot & 1) === 0) {
      this.setSlot(this.openedAt + (slot >> 1), position);
    } else {
      this.setSlot(slot - 1, this.slots[this.openedAt + (slot >> 1)]!);
      this.setSlot(slot, position);
    }
  }

  private setSlot(slot: number, value: number): void {
    this.push(~slot, this.slots[slot]!);
    this.slots[slot] = value;
  }

  /** Puts slots back until an alternative lies on top; false if there is none above `base`. */
  private unwind(base: number): boolean {
    while (this.top > base) {
      const entry = this.stack[this.top - 2]!;
      if (entry >= 0) {
        return true;
      }
      this.slots[~entry] = this.stack[this.top - 1]!;
      this.top -= 2;
    }
    return false;
  }

  /** Matches the body of look-around or an atomic group. `discard`: undo its captures even if it matches. */
  private matchBody(pc: number, position: number, discard: boolean): number {
    const base = this.top;
    const trail = this.trailLength;
    this.depth++;
    const end = this.match(pc, position, base);
    this.depth--;
    if (end >= 0) {
      for (let i = trail; i < this.trailLength; i++) {
        const bit = this.trail[i]!;
        this.visited[bit >>> 5]! &= ~(1 << (bit & 31));
      }
      this.dropAlternatives(base);
      if (discard) {
        this.unwind(base);
      }
    }
    this.trailLength = trail;
    return end;
  }

  /** What succeeded is not entered again, but its captures must still be undone if something later fails. */
  private dropAlternatives(base: number): void {
    let kept = base;
    for (let i = base; i < this.top; i += 2) {
      if (this.stack[i]! < 0) {
        this.stack[kept] = this.stack[i]!;
        this.stack[kept + 1] = this.stack[i + 1]!;
        kept += 2;
      }
    }
    this.top = kept;
  }

  /** False if this branching point has been entered at this position before. */
  private isNew(pc: number, position: number): boolean {
    const memo = this.memoOf[pc]!;
    // Look-behind may step back to before where the search began.
    if (memo === -1 || !this.memoise || position < this.from) {
      return true;
    }
    const bit = memo * this.positions + (position - this.from);
    const mask = 1 << (bit & 31);
    const word = this.visited[bit >>> 5]!;
    if ((word & mask) !== 0) {
      return false;
    }
    this.visited[bit >>> 5] = word | mask;
    if (this.depth > 0) {
      this.trail = grownTo(this.trail, this.trailLength + 1);
      this.trail[this.trailLength++] = bit;
    }
    return true;
  }

  /** The end of what a group matched, found again at `position`; -1 also where the group is unset, as in Perl. */
  private matchBackref(group: number, caseInsensitive: boolean, position: number): number {
    const start = this.slots[group * 2]!;
    const end = this.slots[group * 2 + 1]!;
    if (start === -1 || end === -1) {
      return NO_MATCH;
    }
    const length = end - start;
    if (position + length > this.subject.length) {
      return NO_MATCH;
    }
    this.stepsLeft -= length;
    for (let i = 0; i < length; i++) {
      const a = this.subject.charCodeAt(start + i);
      const b = this.subject.charCodeAt(position + i);
      if (a !== b && !(caseInsensitive && foldByte(a) === foldByte(b))) {
        return NO_MATCH;
      }
    }
    return position + length;
  }
}

function foldByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

export function symbolBefore(subject: string, position: number): number {
  return position === 0 ? EDGE : subject.charCodeAt(position - 1);
}

export function symbolAfter(subject: string, position: number): number {
  if (position === subject.length) {
    return EDGE;
  }
  const byte = subject.charCodeAt(position);
  return byte === 0x0a && position === subject.length - 1 ? FINAL_NEWLINE : byte;
}

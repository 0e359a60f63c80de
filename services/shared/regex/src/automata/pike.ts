import type { StepBudget } from '../budget/step-budget.ts';
import { setHas } from '../syntax/byte-set.ts';
import { guardHolds } from '../syntax/guard.ts';
import { symbolAfter, symbolBefore } from './backtracker.ts';
import { OP, type Program } from './program.ts';

interface Threads {
  readonly pcs: Int32Array;
  readonly slots: Int32Array;
  count: number;
}

/**
 * Pike's simulation: all threads at once, in order of preference, each with its captures. Slower than the backtracker but
 * in memory that does not grow with the subject; for subjects whose visited pairs would need too much of it.
 */
export class PikeMachine {
  private readonly program: Program;
  private readonly slotCount: number;
  private readonly marks: Int32Array;
  private generation = 0;
  private current: Threads;
  private next: Threads;
  private readonly scratch: Int32Array;
  private readonly stack: number[] = [];
  private steps = 0;
  private position = 0;
  private best: Int32Array | null = null;

  constructor(program: Program, groupCount: number) {
    this.program = program;
    this.slotCount = groupCount * 2 + 2;
    const size = program.ops.length;
    this.marks = new Int32Array(size);
    const threads = () => ({
      pcs: new Int32Array(size),
      slots: new Int32Array(size * this.slotCount),
      count: 0,
    });
    this.current = threads();
    this.next = threads();
    this.scratch = new Int32Array(this.slotCount);
  }

  /** The match that begins at `start` and goes on to `to` at most, or null. */
  run(subject: string, start: number, to: number, budget: StepBudget): Int32Array | null {
    this.begin(subject, start);
    this.resume(subject, to, Number.POSITIVE_INFINITY, budget);
    return this.best;
  }

  /** The same with pauses. Nobody else may use this object meanwhile. */
  *runInSlices(
    subject: string,
    start: number,
    to: number,
    budget: StepBudget,
  ): Generator<undefined, Int32Array | null, undefined> {
    this.begin(subject, start);
    while (!this.resume(subject, to, budget.sliceEnd, budget)) yield;
    return this.best;
  }

  private begin(subject: string, start: number): void {
    this.best = null;
    this.position = start;
    this.next.count = 0;
    this.generation++;
    this.scratch.fill(-1);
    this.scratch[0] = start;
    this.addThread(this.next, this.program.starts[0]!, subject, start);
  }

  /** One position at least; false: more than up to `stepsEnd` is needed. */
  private resume(subject: string, to: number, stepsEnd: number, budget: StepBudget): boolean {
    const { ops, xs, ys, sets } = this.program;
    const before = budget.steps;
    while (this.next.count > 0) {
      const position = this.position++;
      const swap = this.current;
      this.current = this.next;
      this.next = swap;
      this.next.count = 0;
      this.generation++;
      const byte = position < to ? subject.charCodeAt(position) : -1;
      const { pcs, slots, count } = this.current;
      for (let t = 0; t < count; t++) {
        const pc = pcs[t]!;
        this.steps++;
        if (ops[pc] === OP.match) {
          this.best = slots.slice(t * this.slotCount, (t + 1) * this.slotCount);
          this.best[1] = position;
          // Threads behind this one are less preferred.
          break;
        }
        if (byte !== -1 && setHas(sets[xs[pc]!]!, byte)) {
          this.scratch.set(slots.subarray(t * this.slotCount, (t + 1) * this.slotCount));
          this.addThread(this.next, ys[pc]!, subject, position + 1);
        }
      }
      if (before + this.steps >= stepsEnd) break;
    }
    budget.steps += this.steps;
    this.steps = 0;
    return this.next.count === 0;
  }

  /** Follows empty moves from `pc`, most preferred first, with the captures in `#scratch`. */
  private addThread(list: Threads, startPc: number, subject: string, position: number): void {
    const { ops, xs, ys, guards } = this.program;
    const stack = this.stack;
    stack.push(startPc, 0);
    while (stack.length > 0) {
      const value = stack.pop()!;
      const pc = stack.pop()!;
      if (pc < 0) {
        this.scratch[~pc] = value;
        continue;
      }
      if (this.marks[pc] === this.generation) {
        continue;
      }
      this.marks[pc] = this.generation;
      this.steps++;
      switch (ops[pc]) {
        case OP.split:
          stack.push(ys[pc]!, 0, xs[pc]!, 0);
          break;
        case OP.save:
          stack.push(~xs[pc]!, this.scratch[xs[pc]!]!);
          this.scratch[xs[pc]!] = position;
          stack.push(ys[pc]!, 0);
          break;
        case OP.guard:
          if (guardHolds(guards[xs[pc]!]!, symbolBefore(subject, position), symbolAfter(subject, position))) {
            stack.push(ys[pc]!, 0);
          }
          break;
        case OP.byte:
        case OP.match:
          list.slots.set(this.scratch, list.count * this.slotCount);
          list.pcs[list.count++] = pc;
          break;
        default:
          break;
      }
    }
  }
}

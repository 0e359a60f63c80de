import { OP, type Program } from './program.ts';

/**
 * Gives loops whose body may match nothing the meaning that they have in Perl and PCRE: a round that consumed nothing ends
 * the loop. Whether a round has consumed something is history; here it becomes part of the instruction: each one is
 * copied for every combination of "loops that have not consumed anything in this round" in which it can be reached
 * (at most one copy more per level of nesting, since consuming a byte clears all of them).
 *
 * Afterwards no instruction can be reached from itself without consuming a byte, and what a matcher will find from
 * (instruction, position) does not depend on how it came there: so visited pairs may be skipped, exactly.
 */
export function unloop(program: Program): Program {
  return new Unlooper(program).run();
}

class Unlooper {
  private readonly in: Program;
  private readonly ops: number[] = [];
  private readonly xs: number[] = [];
  private readonly ys: number[] = [];
  private readonly zs: number[] = [];
  /** New instruction by old instruction and set of rounds without progress. */
  private readonly placed = new Map<number, number>();
  private readonly queue: { pc: number; idle: number; at: number }[] = [];

  constructor(program: Program) {
    this.in = program;
  }

  run(): Program {
    const starts = this.in.starts.map((start) => this.place(start, 0));
    for (let i = 0; i < this.queue.length; i++) {
      const { pc, idle, at } = this.queue[i]!;
      this.fill(pc, idle, at);
    }
    return {
      ...this.in,
      ops: Int32Array.from(this.ops),
      xs: Int32Array.from(this.xs),
      ys: Int32Array.from(this.ys),
      zs: Int32Array.from(this.zs),
      starts,
      chains: new Map(),
    };
  }

  private place(oldPc: number, oldIdle: number): number {
    const { ops, xs, ys, zs } = this.in;
    let pc = oldPc;
    let idle = oldIdle;
    // Steps that decide nothing vanish here.
    while (true) {
      const op = ops[pc]!;
      if (op === OP.jump) {
        pc = xs[pc]!;
      } else if (op === OP.loopStart) {
        idle |= 1 << xs[pc]!;
        pc = ys[pc]!;
      } else if ((op === OP.loopEnd || op === OP.lazyLoopEnd) && (idle >>> xs[pc]!) & 1) {
        idle &= ~(1 << xs[pc]!);
        pc = zs[pc]!;
      } else {
        break;
      }
    }
    const key = pc * 2 ** 20 + idle;
    let at = this.placed.get(key);
    if (at === undefined) {
      at = this.ops.length;
      this.placed.set(key, at);
      this.ops.push(ops[pc]!);
      this.xs.push(xs[pc]!);
      this.ys.push(0);
      this.zs.push(0);
      this.queue.push({ pc, idle, at });
    }
    return at;
  }

  private fill(pc: number, idle: number, at: number): void {
    const { ops, xs, ys, zs } = this.in;
    switch (ops[pc]) {
      case OP.byte:
        this.ys[at] = this.place(ys[pc]!, 0);
        return;
      case OP.split:
        this.xs[at] = this.place(xs[pc]!, idle);
        this.ys[at] = this.place(ys[pc]!, idle);
        return;
      case OP.loopEnd:
      case OP.lazyLoopEnd: {
        const again = this.place(ys[pc]!, idle);
        const exit = this.place(zs[pc]!, idle);
        const lazy = ops[pc] === OP.lazyLoopEnd;
        this.ops[at] = OP.split;
        this.xs[at] = lazy ? exit : again;
        this.ys[at] = lazy ? again : exit;
        return;
      }
      case OP.guard:
      case OP.save:
      case OP.back:
        this.ys[at] = this.place(ys[pc]!, idle);
        return;
      case OP.look:
        this.ys[at] = this.place(ys[pc]!, idle);
        this.zs[at] = this.place(zs[pc]!, 0);
        return;
      case OP.atomic:
        this.xs[at] = this.place(xs[pc]!, idle);
        this.ys[at] = this.place(ys[pc]!, 0);
        this.zs[at] = this.place(zs[pc]!, 0);
        return;
      case OP.backref:
        this.ys[at] = this.place(ys[pc]!, 0);
        this.zs[at] = this.place(zs[pc]!, idle);
        return;
      default:
        return;
    }
  }
}

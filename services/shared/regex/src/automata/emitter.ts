import { widthOf } from '../syntax/analysis.ts';
import type { LookNode, Node, RepeatNode } from '../syntax/ast.ts';
import { type ByteSet, setKey } from '../syntax/byte-set.ts';
import type { Guard } from '../syntax/guard.ts';
import { PatternError } from '../syntax/pattern-error.ts';
import { type ChainLink, OP, type Program } from './program.ts';

/** Instructions of one pattern. CRS's largest needs about 12,000. */
const MAX_INSTRUCTIONS = 60_000;
/** Loops with bodies that may be empty, one within another; each level costs a copy of its body. */
const MAX_LOOP_DEPTH = 20;

export interface EmitterOptions {
  /** Mark loops whose body may be empty, so that unloop.ts can give them PCRE's meaning. */
  readonly exactLoops?: boolean;
  /** Where to stop: a pattern counts as found once it comes to such a repetition. */
  readonly cutAt?: (node: RepeatNode) => boolean;
}

/**
 * Turns trees into instructions (Thompson's construction, preference of branches kept).
 * One emitter can take several patterns, which then share one program.
 */
export class Emitter {
  private readonly ops: number[] = [];
  private readonly xs: number[] = [];
  private readonly ys: number[] = [];
  private readonly zs: number[] = [];
  private readonly sets: ByteSet[] = [];
  /** Equal sets share a number; most are even the same object, which is quicker to see. */
  private readonly idsBySet = new Map<ByteSet, number>();
  private readonly idsByKey = new Map<string, number>();
  private readonly guards: Guard[] = [];
  private readonly starts: number[] = [];
  private readonly chains = new Map<number, ChainLink>();
  private readonly exactLoops: boolean;
  private readonly cutAt: (node: RepeatNode) => boolean;
  private patternId = 0;
  private cut = false;
  private chainCount = 0;
  private loopDepth = 0;
  private limit = 0;

  constructor(options: EmitterOptions = {}) {
    this.exactLoops = options.exactLoops ?? false;
    this.cutAt = options.cutAt ?? (() => false);
  }

  /** Adds a pattern that ends in `match` with the given number. Returns false if it was cut short. */
  addPattern(node: Node, patternId: number): boolean {
    this.limit = this.ops.length + MAX_INSTRUCTIONS;
    this.patternId = patternId;
    this.cut = false;
    this.starts.push(this.ops.length);
    this.emitNode(node);
    this.emit(OP.match, patternId);
    return !this.cut;
  }

  program(): Program {
    return {
      ops: Int32Array.from(this.ops),
      xs: Int32Array.from(this.xs),
      ys: Int32Array.from(this.ys),
      zs: Int32Array.from(this.zs),
      sets: this.sets,
      guards: this.guards,
      starts: this.starts,
      chains: this.chains,
    };
  }

  private emit(op: number, x = 0, y = 0, z = 0): number {
    const pc = this.ops.length;
    if (pc >= this.limit) {
      throw new PatternError(
        'pattern_too_large',
        `pattern needs more than ${MAX_INSTRUCTIONS} instructions`,
        0,
      );
    }
    this.ops.push(op);
    this.xs.push(x);
    this.ys.push(y);
    this.zs.push(z);
    return pc;
  }

  private get here(): number {
    return this.ops.length;
  }

  private emitNode(node: Node): void {
    switch (node.type) {
      case 'empty':
        return;
      case 'set':
        this.emit(OP.byte, this.setId(node.set), this.here + 1);
        return;
      case 'concat':
        for (const item of node.items) {
          this.emitNode(item);
        }
        return;
      case 'alternate':
        this.emitAlternate(node.branches);
        return;
      case 'capture':
        this.emit(OP.save, node.index * 2, this.here + 1);
        this.emitNode(node.body);
        this.emit(OP.save, node.index * 2 + 1, this.here + 1);
        return;
      case 'guard':
        this.emit(OP.guard, this.guardId(node.guard), this.here + 1);
        return;
      case 'repeat':
        this.emitRepeat(node);
        return;
      case 'atomic':
        this.emitAtomic(() => this.emitNode(node.body));
        return;
      case 'look':
        this.emitLook(node);
        return;
      case 'backref':
        this.emit(OP.backref, node.group * 2 + (node.caseInsensitive ? 1 : 0), this.here + 1, this.here + 1);
        return;
    }
  }

  private emitAlternate(branches: readonly Node[]): void {
    const jumps: number[] = [];
    branches.forEach((branch, i) => {
      if (i === branches.length - 1) {
        this.emitNode(branch);
        return;
      }
      const split = this.emit(OP.split, this.here + 1);
      this.emitNode(branch);
      jumps.push(this.emit(OP.jump));
      this.ys[split] = this.here;
    });
    for (const jump of jumps) {
      this.xs[jump] = this.here;
    }
  }

  private emitAtomic(body: () => void): void {
    const atomic = this.emit(OP.atomic, 0, 0, this.here + 1);
    body();
    this.emit(OP.end);
    this.xs[atomic] = this.here;
    this.ys[atomic] = this.here;
  }

  private emitLook(node: LookNode): void {
    const look = this.emit(OP.look, node.negative ? 1 : 0, 0, this.here + 1);
    if (node.behind) {
      this.emitAlternateLookbehind(node.body.type === 'alternate' ? node.body.branches : [node.body]);
    } else {
      this.emitNode(node.body);
    }
    this.emit(OP.end);
    this.ys[look] = this.here;
  }

  /** Each branch has its own fixed width: step back by it, then match forwards. */
  private emitAlternateLookbehind(branches: readonly Node[]): void {
    const jumps: number[] = [];
    branches.forEach((branch, i) => {
      const { min, max } = widthOf(branch);
      if (min !== max) {
        throw new PatternError('pattern_syntax', 'look-behind is not of fixed length', 0);
      }
      const last = i === branches.length - 1;
      const split = last ? -1 : this.emit(OP.split, this.here + 1);
      this.emit(OP.back, min, this.here + 1);
      this.emitNode(branch);
      if (!last) {
        jumps.push(this.emit(OP.jump));
        this.ys[split] = this.here;
      }
    });
    for (const jump of jumps) {
      this.xs[jump] = this.here;
    }
  }

  private emitRepeat(node: RepeatNode): void {
    if (this.cutAt(node)) {
      this.cut = true;
      this.emit(OP.match, this.patternId);
      return;
    }
    if (node.greed === 'possessive') {
      this.emitAtomic(() => this.emitRepeat({ ...node, greed: 'greedy' }));
      return;
    }
    const lazy = node.greed === 'lazy';
    if (node.max === Infinity) {
      for (let i = 1; i < node.min; i++) {
        this.emitNode(node.body);
      }
      this.emitLoop(node.body, lazy, node.min > 0);
      return;
    }
    for (let i = 0; i < node.min; i++) {
      this.emitNode(node.body);
    }
    this.emitOptionals(node.body, lazy, node.max - node.min);
  }

  /** `X+`, or `X*` as `(?:X+)?`: with a body that can be empty only this order is Perl's. */
  private emitLoop(body: Node, lazy: boolean, atLeastOnce: boolean): void {
    const entry = atLeastOnce ? -1 : this.emit(OP.split);
    const marked = this.exactLoops && widthOf(body).min === 0;
    const depth = this.loopDepth;
    if (marked && ++this.loopDepth > MAX_LOOP_DEPTH) {
      throw new PatternError('pattern_too_large', 'too many loops within loops', 0);
    }
    const start = this.here;
    if (marked) {
      this.emit(OP.loopStart, depth, this.here + 1);
    }
    this.emitNode(body);
    this.loopDepth = depth;
    if (marked) {
      const end = this.emit(lazy ? OP.lazyLoopEnd : OP.loopEnd, depth, start);
      this.zs[end] = this.here;
    } else {
      const split = this.emit(OP.split);
      this.setSplit(split, start, this.here, lazy);
    }
    if (entry !== -1) {
      this.setSplit(entry, entry + 1, this.here, lazy);
    }
  }

  /** `X{0,count}` as `(?:X(?:X…)?)?`. */
  private emitOptionals(body: Node, lazy: boolean, count: number): void {
    const splits: number[] = [];
    const copies: number[] = [];
    for (let i = 0; i < count; i++) {
      splits.push(this.emit(OP.split));
      copies.push(splits[i]!);
      this.emitNode(body);
    }
    for (const split of splits) {
      this.setSplit(split, split + 1, this.here, lazy);
    }
    if (!this.exactLoops && count > 1) {
      this.chain(copies, this.here);
    }
  }

  private setSplit(split: number, body: number, exit: number, lazy: boolean): void {
    this.xs[split] = lazy ? exit : body;
    this.ys[split] = lazy ? body : exit;
  }

  /** All copies have the same layout, so the same offset in each is the same place in the body. */
  private chain(copies: readonly number[], end: number): void {
    const length = end - copies.at(-1)!;
    const first = this.chainCount;
    this.chainCount += length;
    copies.forEach((copy, rank) => {
      for (let offset = 0; offset < length; offset++) {
        if (!this.chains.has(copy + offset)) {
          this.chains.set(copy + offset, { chain: first + offset, rank });
        }
      }
    });
  }

  private setId(set: ByteSet): number {
    let id = this.idsBySet.get(set);
    if (id === undefined) {
      const key = setKey(set);
      id = this.idsByKey.get(key) ?? this.sets.push(set) - 1;
      this.idsByKey.set(key, id);
      this.idsBySet.set(set, id);
    }
    return id;
  }

  private guardId(guard: Guard): number {
    const id = this.guards.indexOf(guard);
    return id === -1 ? this.guards.push(guard) - 1 : id;
  }
}

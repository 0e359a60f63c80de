import { setHas } from '../syntax/byte-set.ts';
import { guardLooksBack } from '../syntax/guard.ts';
import { grownTo } from './growing-array.ts';
import { OP, type Program } from './program.ts';
import { classify, guardTable, type SymbolClasses } from './symbol-classes.ts';

/** Entries of the step table that are not offsets into the pool. */
const UNKNOWN = 0;
const NOTHING = 1;

/**
 * The automaton of a search program, without the empty moves. Its *places* are the instructions that follow a consumed
 * byte, plus place 0, from which every pattern begins. `step` answers where the threads that stand at a set of places go
 * on one symbol; what one place does on one symbol is worked out once and remembered, so that simulating the automaton
 * costs a table look-up per thread and byte, and building a DFA state costs about the same.
 *
 * It answers only *whether* patterns occur. So threads that can no longer matter are dropped: all those of a pattern that
 * has just been found, and those in later copies of an optional counted body while an earlier copy holds a thread.
 */
export class Nfa {
  readonly classes: SymbolClasses;
  readonly stride: number;
  readonly placeCount: number;
  /** 1 for places whose next step depends on the byte before them. */
  readonly looksBack: Uint8Array;
  /** What `step` found: places (`length` of them), in no particular order. */
  next: Int32Array<ArrayBuffer>;
  nextLength = 0;
  /** Patterns that `step` found, each at most once (`foundLength` of them). */
  found: Int32Array;
  foundLength = 0;
  /** Table look-ups and list entries handled so far: what budgets count. */
  work = 0;

  /** See the constructor. */
  readonly ordered: boolean;

  private readonly program: Program;
  private readonly guardHolds: Uint8Array;
  private readonly placeOf: Int32Array;
  private readonly pcOf: Int32Array;
  private readonly patternOf: Int32Array;
  private readonly chainOf: Int32Array;
  private readonly rankOf: Int32Array;
  /** Offset of a place's rows in the table, or -1 while it has none. */
  private readonly rowOf: Int32Array;
  private table: Int32Array<ArrayBuffer>;
  private tableLength = 0;
  private storedPool: Int32Array<ArrayBuffer>;
  private poolLength = 2;
  private generation = 0;
  private readonly marks: Int32Array;
  private readonly slots: Int32Array;
  private readonly chainMarks: Int32Array;
  private readonly chainSlots: Int32Array;
  private readonly foundMarks: Int32Array;
  private readonly seen: Int32Array;
  private seenGeneration = 0;
  private readonly stack: number[] = [];

  /**
   * `ordered`: threads keep their order of preference, and none begins after the first; what is found ends all that are
   * less preferred. Such an automaton (of one pattern, from unloop.ts) tells where the preferred match ends.
   */
  constructor(program: Program, patternCount: number, ordered = false) {
    this.program = program;
    this.ordered = ordered;
    this.classes = classify(program.sets, program.guards);
    this.stride = this.classes.count;
    this.guardHolds = guardTable(program.guards, this.classes);
    const size = program.ops.length;
    this.placeOf = new Int32Array(size).fill(-1);
    const pcs = [-1];
    for (let pc = 0; pc < size; pc++) {
      const target = program.ys[pc]!;
      if (program.ops[pc] === OP.byte && this.placeOf[target] === -1) {
        this.placeOf[target] = pcs.push(target) - 1;
      }
    }
    this.pcOf = Int32Array.from(pcs);
    this.placeCount = pcs.length;
    this.patternOf = this.findPatterns();
    this.chainOf = new Int32Array(pcs.length).fill(-1);
    this.rankOf = new Int32Array(pcs.length);
    const chainIds = new Map<number, number>();
    for (let place = 1; place < pcs.length; place++) {
      const link = program.chains.get(pcs[place]!);
      if (link !== undefined) {
        const id = chainIds.get(link.chain) ?? chainIds.size;
        chainIds.set(link.chain, id);
        this.chainOf[place] = id;
        this.rankOf[place] = link.rank;
      }
    }
    this.rowOf = new Int32Array(pcs.length).fill(-1);
    this.table = new Int32Array(this.stride * Math.min(pcs.length, 16));
    this.storedPool = new Int32Array(64);
    this.next = new Int32Array(pcs.length);
    this.found = new Int32Array(patternCount);
    this.marks = new Int32Array(pcs.length);
    this.slots = new Int32Array(pcs.length);
    this.chainMarks = new Int32Array(chainIds.size);
    this.chainSlots = new Int32Array(chainIds.size);
    this.foundMarks = new Int32Array(patternCount);
    this.seen = new Int32Array(size);
    this.looksBack = this.findLooksBack();
  }

  /**
   * Moves the threads at `places[offset … offset+length)`, and one at place 0, over a symbol of class `symbol`, standing
   * behind a byte of kind `kind`. Results are in `next` and `found`.
   */
  step(places: Int32Array, offset: number, length: number, kind: number, symbol: number): void {
    const generation = ++this.generation;
    this.nextLength = 0;
    this.foundLength = 0;
    if (!this.ordered) {
      this.follow(0, kind, symbol, generation);
    }
    const end = offset + length;
    for (let i = offset; i < end; i++) {
      this.follow(places[i]!, kind, symbol, generation);
      if (this.ordered && this.foundLength > 0) {
        break;
      }
    }
    this.work += length + 1;
    if (this.foundLength > 0 && !this.ordered) {
      this.dropFound(generation);
    }
  }

  /** Makes `next` the place where every pattern begins. */
  restart(): void {
    this.next[0] = 0;
    this.nextLength = 1;
  }

  /** Makes `next` these places, as if a step had led to them. */
  load(places: Int32Array, length: number): void {
    for (let i = 0; i < length; i++) {
      this.next[i] = places[i]!;
      this.slots[places[i]!] = i;
    }
    this.nextLength = length;
  }

  /** Did the last `step` lead to this place (and keep it)? */
  holds(place: number): boolean {
    return this.slots[place]! < this.nextLength && this.next[this.slots[place]!] === place;
  }

  /** Adds where one thread goes. */
  private follow(place: number, kind: number, symbol: number, generation: number): void {
    const entry = this.entry(place, kind, symbol);
    if (entry === NOTHING) {
      return;
    }
    if (entry < 0) {
      this.add(~entry, generation);
      return;
    }
    const pool = this.storedPool;
    const end = entry + 1 + pool[entry]!;
    this.work += pool[entry]!;
    for (let i = entry + 1; i < end; i++) {
      const target = pool[i]!;
      if (target >= 0) {
        this.add(target, generation);
      } else if (this.foundMarks[~target] !== generation) {
        this.foundMarks[~target] = generation;
        this.found[this.foundLength++] = ~target;
      }
    }
  }

  private add(place: number, generation: number): void {
    if (this.marks[place] === generation) {
      return;
    }
    this.marks[place] = generation;
    const chain = this.chainOf[place]!;
    let slot = this.nextLength;
    if (chain !== -1 && this.chainMarks[chain] === generation) {
      slot = this.chainSlots[chain]!;
      if (this.rankOf[place]! > this.rankOf[this.next[slot]!]!) {
        return;
      }
    } else {
      this.nextLength++;
      if (chain !== -1) {
        this.chainMarks[chain] = generation;
        this.chainSlots[chain] = slot;
      }
    }
    this.next[slot] = place;
    this.slots[place] = slot;
  }

  private dropFound(generation: number): void {
    let kept = 0;
    for (let i = 0; i < this.nextLength; i++) {
      const place = this.next[i]!;
      if (this.foundMarks[this.patternOf[place]!] !== generation) {
        this.slots[place] = kept;
        this.next[kept++] = place;
      }
    }
    this.nextLength = kept;
  }

  /**
   * What a place does: `NOTHING`, the complement of the only place it leads to, or the offset in the pool of a list that
   * begins with its length; complements in the list are patterns that are found.
   */
  entry(place: number, kind: number, symbol: number): number {
    const row = this.rowOf[place]!;
    if (row !== -1) {
      const entry = this.table[row + (this.looksBack[place] === 1 ? kind * this.stride : 0) + symbol]!;
      if (entry !== UNKNOWN) {
        return entry;
      }
    }
    return this.compute(place, kind, symbol);
  }

  get pool(): Int32Array {
    return this.storedPool;
  }

  /** Could a pattern still begin at a position that is not the subject's start? */
  canBeginLater(): boolean {
    if (this.ordered) {
      return false;
    }
    const { kindOfClass, end } = this.classes;
    const kinds = new Set(kindOfClass.subarray(0, end));
    for (const kind of kinds) {
      for (let symbol = 0; symbol < this.stride; symbol++) {
        if (this.entry(0, kind, symbol) !== NOTHING) {
          return true;
        }
      }
    }
    return false;
  }

  private compute(place: number, kind: number, symbol: number): number {
    const targets: number[] = [];
    const foundHere = new Set<number>();
    const { ops, xs, ys, starts } = this.program;
    const { kindCount, symbols, end, finalNewline } = this.classes;
    const byte = symbol === finalNewline ? 0x0a : symbols[symbol]!;
    const generation = ++this.seenGeneration;
    const stack = this.stack;
    if (place === 0) {
      for (let i = starts.length - 1; i >= 0; i--) {
        stack.push(starts[i]!);
      }
    } else {
      stack.push(this.pcOf[place]!);
    }
    while (stack.length > 0) {
      const pc = stack.pop()!;
      if (this.seen[pc] === generation) {
        continue;
      }
      this.seen[pc] = generation;
      this.work++;
      switch (ops[pc]) {
        case OP.byte:
          if (symbol !== end && setHas(this.program.sets[xs[pc]!]!, byte)) {
            targets.push(this.placeOf[ys[pc]!]!);
          }
          break;
        case OP.split:
          stack.push(ys[pc]!, xs[pc]!);
          break;
        case OP.jump:
          stack.push(xs[pc]!);
          break;
        case OP.guard:
          if (this.guardHolds[(xs[pc]! * kindCount + kind) * this.stride + symbol] === 1) {
            stack.push(ys[pc]!);
          }
          break;
        case OP.match:
          foundHere.add(xs[pc]!);
          if (this.ordered) {
            stack.length = 0;
          }
          break;
        default:
          break;
      }
    }
    return this.remember(place, kind, symbol, targets, foundHere);
  }

  private remember(
    place: number,
    kind: number,
    symbol: number,
    targets: number[],
    foundHere: Set<number>,
  ): number {
    const kept = this.ordered ? targets : targets.filter((target) => !foundHere.has(this.patternOf[target]!));
    const open = new Set(kept);
    const list = [...open, ...[...foundHere].map((pattern) => ~pattern)];
    let entry = NOTHING;
    if (list.length === 1 && list[0]! >= 0) {
      entry = ~list[0]!;
    } else if (list.length > 0) {
      entry = this.poolLength;
      this.poolLength += list.length + 1;
      this.storedPool = grownTo(this.storedPool, this.poolLength);
      this.storedPool[entry] = list.length;
      this.storedPool.set(list, entry + 1);
    }
    if (this.rowOf[place] === -1) {
      this.rowOf[place] = this.tableLength;
      this.tableLength += this.stride * (this.looksBack[place] === 1 ? this.classes.kindCount : 1);
      this.table = grownTo(this.table, this.tableLength);
    }
    this.table[this.rowOf[place]! + (this.looksBack[place] === 1 ? kind * this.stride : 0) + symbol] = entry;
    return entry;
  }

  /** The pattern that each place belongs to: the one whose code it stands in. */
  private findPatterns(): Int32Array {
    const { starts, ops, xs } = this.program;
    const patternAt = new Int32Array(ops.length);
    if (this.ordered) {
      return this.pcOf.map(() => 0);
    }
    starts.forEach((start, i) => {
      const end = starts[i + 1] ?? ops.length;
      patternAt.fill(xs[end - 1]!, start, end);
    });
    return this.pcOf.map((pc) => (pc === -1 ? -1 : patternAt[pc]!));
  }

  private findLooksBack(): Uint8Array {
    const { ops, xs, ys, guards, starts } = this.program;
    const backward = guards.map(guardLooksBack);
    const result = new Uint8Array(this.placeCount);
    for (let place = 0; place < this.placeCount; place++) {
      const generation = ++this.seenGeneration;
      const stack = place === 0 ? [...starts] : [this.pcOf[place]!];
      while (stack.length > 0) {
        const pc = stack.pop()!;
        if (this.seen[pc] === generation) {
          continue;
        }
        this.seen[pc] = generation;
        const op = ops[pc];
        if (op === OP.guard) {
          if (backward[xs[pc]!]) {
            result[place] = 1;
            break;
          }
          stack.push(ys[pc]!);
        } else if (op === OP.split) {
          stack.push(xs[pc]!, ys[pc]!);
        } else if (op === OP.jump) {
          stack.push(xs[pc]!);
        }
      }
    }
    return result;
  }
}

import { STEPS_PER_MOVE, type StepBudget } from '../budget/step-budget.ts';
import { PAUSED, symbolAt } from './lazy-dfa.ts';
import type { Nfa } from './nfa.ts';

/** Where a search for a start stands that goes on later; others use the same {@link Locator} meanwhile. */
export class PausedLocating {
  /** False: the next search begins anew. */
  waiting = false;
  position = 0;
  kind = 0;
  best = -1;
  places = new Int32Array(0);
  origins = new Int32Array(0);
}

/** Finds where the leftmost match begins: every thread carries the earliest position from which it can have come. */
export class Locator {
  private readonly nfa: Nfa;
  private places: Int32Array;
  private origins: Int32Array;
  private nextPlaces: Int32Array;
  private readonly originOf: Int32Array;
  private readonly marks: Int32Array;
  private generation = 0;

  constructor(nfa: Nfa) {
    this.nfa = nfa;
    this.places = new Int32Array(nfa.placeCount + 1);
    this.origins = new Int32Array(nfa.placeCount + 1);
    this.nextPlaces = new Int32Array(nfa.placeCount + 1);
    this.originOf = new Int32Array(nfa.placeCount);
    this.marks = new Int32Array(nfa.placeCount);
  }

  /**
   * The first position at or after `from` where a match begins, or -1. {@link PAUSED} where the slice ends, which can be only
   * with `pause`: then to be called again with the same.
   */
  locate(subject: string, from: number, budget: StepBudget, pause: PausedLocating | null = null): number {
    const nfa = this.nfa;
    const { classes } = nfa;
    const before = nfa.work;
    const room = pause === null ? Number.POSITIVE_INFINITY : budget.sliceEnd - budget.steps;
    const workEnd = before + room / STEPS_PER_MOVE;
    let best = -1;
    let count = 0;
    let first = from;
    let kind: number;
    if (pause?.waiting === true) {
      pause.waiting = false;
      ({ best, kind, position: first } = pause);
      count = pause.places.length;
      this.places.set(pause.places);
      this.origins.set(pause.origins);
    } else
      kind =
        from === 0 ? classes.startKind : classes.kindOfClass[classes.ofByte[subject.charCodeAt(from - 1)]!]!;
    for (let i = first; i <= subject.length; i++) {
      if (nfa.work >= workEnd && i > first) {
        this.hold(pause!, i, kind, best, count);
        best = PAUSED;
        break;
      }
      if (best === -1) {
        this.places[count] = 0;
        this.origins[count++] = i;
      }
      const symbol = symbolAt(subject, i, nfa);
      const generation = ++this.generation;
      let nextCount = 0;
      for (let t = 0; t < count; t++) {
        const origin = this.origins[t]!;
        const entry = nfa.entry(this.places[t]!, kind, symbol);
        const single = entry < 0;
        const end = single ? 0 : nfa.pool[entry]!;
        for (let k = single ? 0 : 1; k <= end; k++) {
          const target = single ? ~entry : nfa.pool[entry + k]!;
          if (target < 0) {
            best = best === -1 ? origin : Math.min(best, origin);
          } else if (this.marks[target] !== generation) {
            this.marks[target] = generation;
            this.originOf[target] = origin;
            this.nextPlaces[nextCount++] = target;
          } else if (origin < this.originOf[target]!) {
            this.originOf[target] = origin;
          }
        }
      }
      nfa.work += count + nextCount;
      count = this.keep(nextCount, best);
      if (best !== -1 && count === 0) {
        break;
      }
      kind = classes.kindOfClass[symbol]!;
    }
    budget.steps += (nfa.work - before) * STEPS_PER_MOVE;
    return best;
  }

  private hold(pause: PausedLocating, position: number, kind: number, best: number, count: number): void {
    pause.waiting = true;
    pause.position = position;
    pause.kind = kind;
    pause.best = best;
    pause.places = this.places.slice(0, count);
    pause.origins = this.origins.slice(0, count);
  }

  /** Takes over the next places, without those that can no longer come first. */
  private keep(nextCount: number, best: number): number {
    let count = 0;
    for (let i = 0; i < nextCount; i++) {
      const place = this.nextPlaces[i]!;
      if (best === -1 || this.originOf[place]! < best) {
        this.places[count] = place;
        this.origins[count++] = this.originOf[place]!;
      }
    }
    return count;
  }
}

/** Most runs are never paused, and an array of their own would be the most that they cost. */
const NO_PLACES = new Int32Array(0);

/**
 * Where an automaton's pass over a subject stands that goes on later. It holds places of the Nfa, not a state of the table:
 * other subjects are scanned meanwhile, and the table may be emptied.
 */
export class PausedRun {
  /** False: the next run begins anew. */
  waiting = false;
  /** Of the next byte, counted from the subject's start. */
  position = 0;
  /** Kind of the byte before it. */
  kind = 0;
  length = 0;
  places = NO_PLACES;
  /** Where the preferred match would end that has been found so far; -1: none has. */
  found = -1;
  /** Of a pattern that runs on the bounded backtracker, for a long subject. */
  search: Generator<undefined, Int32Array | null, undefined> | null = null;

  /** What was held is not to go on. */
  drop(): void {
    this.waiting = false;
    this.search = null;
  }

  /** Without a view of them, which would be garbage. */
  copyPlaces(into: Int32Array): void {
    const { places, length } = this;
    for (let at = 0; at < length; at++) into[at] = places[at]!;
  }

  hold(position: number, kind: number, places: Int32Array, length: number): void {
    if (this.places.length < length) this.places = new Int32Array(length * 2);
    for (let i = 0; i < length; i++) {
      this.places[i] = places[i]!;
    }
    this.waiting = true;
    this.position = position;
    this.kind = kind;
    this.length = length;
  }
}

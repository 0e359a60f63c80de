import { PausedRun } from '../automata/paused-run.ts';

/** Of a scan with a set: nothing done yet, or all. */
export const NOT_BEGUN = -1;

/** How far a scan with a {@link PatternSet} has come that may be paused; afterwards ready for the next scan. */
export class SetProgress {
  /** {@link NOT_BEGUN}; 0: the automaton of all patterns; from 1 on: the parts. */
  stage = NOT_BEGUN;
  /** Of the patterns that are in no automaton, the one that is asked next. */
  trivial = 0;
  /** The automaton is through; what it found is being asked for. */
  reporting = false;
  /** What the current automaton has found and nobody has been told of yet. */
  found = new Uint32Array(8);
  readonly run = new PausedRun();
  /** Of the pattern that is being asked. */
  readonly single = new PausedRun();

  begin(): void {
    this.stage = NOT_BEGUN;
    this.reporting = false;
    this.trivial = 0;
    this.run.drop();
    this.single.drop();
  }

  clearFound(words: number): void {
    if (this.found.length < words) this.found = new Uint32Array(words);
    const { found } = this;
    for (let word = 0; word < words; word++) {
      found[word] = 0;
    }
  }
}

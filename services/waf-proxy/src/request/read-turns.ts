/**
 * The turns of the event loop in which what one read has brought is looked at, where that may be many things: nobody else has
 * to wait for all of them. Counted in steps of the rules (STEPS_PER_SLICE of `@palisade/waf-engine` in a turn).
 */
export interface ReadTurns {
  /** Whether what has just come may be looked at now; otherwise it waits. */
  begin(): boolean;
  /** Nothing further may be taken up in this turn. */
  readonly isSpent: boolean;
  spend(steps: number): void;
  /** @param goOn called once, in a turn of its own. */
  wait(goOn: () => void): void;
}

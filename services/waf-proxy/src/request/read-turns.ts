/**
 * Spreads the work for what one read brought over turns of the event loop, so that other requests need not wait for all
 * of it. Counted in rule steps (STEPS_PER_SLICE of `@palisade/waf-engine` per turn).
 */
export interface ReadTurns {
  /** Whether the item may be processed in this turn; otherwise it has to wait. */
  begin(): boolean;
  /** No further item may be processed in this turn. */
  readonly isSpent: boolean;
  spend(steps: number): void;
  /** @param resume called once, in a later turn. */
  wait(resume: () => void): void;
}

/** Limits of one budget, in matcher steps. */
export interface StepLimits {
  /** Steps that may be spent on building DFA states; beyond it matchers simulate instead, with the same answers. */
  build: number;
  /** What every further slice may build, however much was built before it; 0: nothing beyond `build`. */
  buildPerSlice: number;
  /** Steps of the backtracking matcher (patterns that are not linear); beyond it `exceeded` becomes true. */
  backtrack: number;
}

/**
 * `build` and `backtrack` are 2 to 4 ms of one core each: what a single request may hold up the others for. A long body that
 * has used up the first would be simulated to its end, at seven times the cost; with what its slices bring it has states again.
 */
export const DEFAULT_STEP_LIMITS: Readonly<StepLimits> = {
  build: 200_000,
  buildPerSlice: 7_000,
  backtrack: 200_000,
};

/** Cost of moving a thread of an NFA, or of an element of a state being built, in steps: table transitions cost one. */
export const STEPS_PER_MOVE = 4;

/**
 * Counts the work of the matchers, deterministically: one step is one table transition or one visit of the backtracker; what
 * costs more counts for several. A host opens one budget per request (or resets it) and hands it to every call.
 *
 * Running out of `build` costs speed, never an answer. Running out of `backtrack` makes a pattern with look-around or
 * back-references give up: it reports "no match" and sets `exceeded`, which the engine treats like PCRE's match limit.
 */
export class StepBudget {
  /** All steps so far, of every kind. */
  steps = 0;
  /**
   * Those steps that were spent on building states, and on simulation where states were missing. Later texts of the same kind find the
   * states built, so that the first one costs several times as much as the next.
   */
  coldSteps = 0;
  buildLeft: number;
  backtrackLeft: number;
  exceeded = false;
  /** False: automata are simulated from the first byte on, with the same answers. */
  keepsStates = true;
  /** Work that can be paused stops when `steps` has come here. */
  sliceEnd = Number.POSITIVE_INFINITY;

  private readonly limits: StepLimits;

  constructor({
    build = DEFAULT_STEP_LIMITS.build,
    buildPerSlice = DEFAULT_STEP_LIMITS.buildPerSlice,
    backtrack = DEFAULT_STEP_LIMITS.backtrack,
  }: Partial<StepLimits> = DEFAULT_STEP_LIMITS) {
    this.limits = { build, buildPerSlice, backtrack };
    this.buildLeft = this.limits.build;
    this.backtrackLeft = this.limits.backtrack;
  }

  /** Allows this many steps until the next pause. */
  beginSlice(steps: number): void {
    this.sliceEnd = this.steps + steps;
    this.buildLeft = Math.max(this.buildLeft, this.limits.buildPerSlice);
  }

  spendCold(steps: number): void {
    this.steps += steps;
    this.coldSteps += steps;
  }

  /** Ends the slice this many steps sooner, for time that is not counted as steps, such as the cost of a call. Does not count as work. */
  shortenSlice(steps: number): void {
    this.sliceEnd -= steps;
  }

  get isSliceOver(): boolean {
    return this.steps >= this.sliceEnd;
  }

  /** Makes the budget as new, for the next request. */
  reset(): void {
    this.steps = 0;
    this.coldSteps = 0;
    this.exceeded = false;
    this.keepsStates = true;
    this.sliceEnd = Number.POSITIVE_INFINITY;
    this.buildLeft = this.limits.build;
    this.backtrackLeft = this.limits.backtrack;
  }
}

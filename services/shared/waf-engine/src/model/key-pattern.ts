import type { Pattern, PausedRun, StepBudget } from '@palisade/regex';
import type { ByteString } from './api.ts';
import { detached } from './detached.ts';

const MAX_KEYS = 1024;
/** Maximum length of a key whose result is cached; longer ones are matched each time, with pauses. */
export const MAX_KEY_LENGTH = 64;
/** Cost of copying a key and caching its result. */
const STEPS_TO_LEARN = 64;

/** A regex selector such as `TX:/^header_/`. Keys repeat between requests, so results are cached. */
export class KeyPattern {
  private readonly pattern: Pattern;
  private verdicts = new Map<ByteString, boolean>();

  constructor(pattern: Pattern) {
    this.pattern = pattern;
  }

  test(lowerKey: ByteString, budget: StepBudget): boolean {
    const known = this.verdicts.get(lowerKey);
    if (known !== undefined) return known;
    const verdict = this.pattern.test(lowerKey, budget);
    this.learn(lowerKey, verdict, budget);
    return verdict;
  }

  /** As `test`, but pauses within long keys. Null: the slice has ended; call again with the same arguments. */
  testInSlices(lowerKey: ByteString, budget: StepBudget, run: PausedRun): boolean | null {
    if (lowerKey.length <= MAX_KEY_LENGTH) return this.test(lowerKey, budget);
    return this.pattern.testInSlices(lowerKey, budget, run);
  }

  private learn(lowerKey: ByteString, verdict: boolean, budget: StepBudget): void {
    if (lowerKey.length > MAX_KEY_LENGTH || budget.exceeded) return;
    if (this.verdicts.size >= MAX_KEYS) this.verdicts = new Map();
    this.verdicts.set(detached(lowerKey), verdict);
    budget.shortenSlice(STEPS_TO_LEARN);
  }
}

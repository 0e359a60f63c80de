import type { Entry } from '../../model/entry.ts';
import type { TargetRemoval } from '../state/state.ts';

/** Where the evaluation of a link stands that goes on later: before a value. */
export class LinkProgress {
  readonly target: number;
  readonly entry: number;
  /** Of that target, as it was when its first value was judged; `null`: it is still to be resolved. */
  readonly entries: readonly Entry[] | null;
  readonly matched: boolean;
  readonly removals: readonly TargetRemoval[];

  constructor(
    target: number,
    entry: number,
    entries: readonly Entry[] | null,
    matched: boolean,
    removals: readonly TargetRemoval[],
  ) {
    this.target = target;
    this.entry = entry;
    this.entries = entries;
    this.matched = matched;
    this.removals = removals;
  }
}

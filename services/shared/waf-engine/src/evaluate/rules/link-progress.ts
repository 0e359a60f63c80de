import type { Entry } from '../../model/entry.ts';
import type { TargetRemoval } from '../state/state.ts';

/** Where the evaluation of a link was interrupted: before which value. */
export class LinkProgress {
  readonly target: number;
  readonly entry: number;
  /** The target's entries as they were when its first value was evaluated; `null`: not resolved yet. */
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

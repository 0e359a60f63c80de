import type { CorpusRequest } from './corpus.ts';
import type { Judgement } from './judge.ts';

export interface Share {
  sent: number;
  blocked: number;
}

export const percent = ({ sent, blocked }: Share): number => (sent === 0 ? 0 : (100 * blocked) / sent);

/** What became of the requests of one class, in both halves. */
export class ClassTally {
  readonly seen: Share = { sent: 0, blocked: 0 };
  readonly unseen: Share = { sent: 0, blocked: 0 };
  private readonly storedFired = new Map<number, number>();

  add(request: CorpusRequest, judgement: Judgement): void {
    const share = this[request.half];
    share.sent++;
    if (!judgement.blocked) return;
    share.blocked++;
    for (const id of judgement.ruleIds) this.storedFired.set(id, (this.storedFired.get(id) ?? 0) + 1);
  }

  get all(): Share {
    const { seen, unseen } = this;
    return { sent: seen.sent + unseen.sent, blocked: seen.blocked + unseen.blocked };
  }

  /** Rules of blocked requests, those that fired most often first. */
  get fired(): [id: number, times: number][] {
    return [...this.storedFired].sort((left, right) => right[1] - left[1]);
  }
}

/** By label and class: `attack xss`, `benign markdown`. */
export class ScoreTally {
  readonly classes = new Map<string, ClassTally>();

  add(request: CorpusRequest, judgement: Judgement): void {
    for (const name of [`${request.label} ${request.kind}`, `${request.label} (all)`]) {
      const tally = this.classes.get(name) ?? new ClassTally();
      this.classes.set(name, tally);
      tally.add(request, judgement);
    }
  }
}

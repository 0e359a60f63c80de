import type { ReplayAnswer } from './keep-alive-client.ts';

export interface Tally {
  sent: number;
  blocked: number;
  passed: number;
  errors: number;
}

/** Statuses of the edge's own pages that mean "refused because of what the request is". */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 405, 406, 413, 414, 417, 429, 431, 501]);

export type Outcome = 'blocked' | 'passed' | 'errors';

export function outcomeOf(answer: ReplayAnswer, isHead: boolean): Outcome {
  // Without a body nothing tells the origin's answers from the edge's but the status.
  if (isHead) return answer.status === 403 ? 'blocked' : 'passed';
  if (!answer.fromEdge || answer.status < 400) return 'passed';
  return REFUSED.has(answer.status) ? 'blocked' : 'errors';
}

/** Counts by label, source and class. */
export class Tallies {
  private readonly byGroup = new Map<string, Tally>();
  readonly total: Tally = { sent: 0, blocked: 0, passed: 0, errors: 0 };
  readonly statuses: Record<string, number> = {};

  add(label: string, source: string, kind: string, outcome: Outcome, status: number): void {
    const key = `${label}\t${source}\t${kind}`;
    let group = this.byGroup.get(key);
    if (group === undefined) {
      group = { sent: 0, blocked: 0, passed: 0, errors: 0 };
      this.byGroup.set(key, group);
    }
    for (const tally of [group, this.total]) {
      tally.sent++;
      tally[outcome]++;
    }
    const name = status === 0 ? 'none' : String(status);
    this.statuses[name] = (this.statuses[name] ?? 0) + 1;
  }

  rows(): ({ label: string; source: string; class: string } & Tally)[] {
    return [...this.byGroup].sort().map(([key, tally]) => {
      const [label = '', source = '', kind = ''] = key.split('\t');
      return { label, source, class: kind, ...tally };
    });
  }
}

import { SeenValues } from './compare.ts';
import { EngineEye } from './engine-view.ts';
import { caseOf } from './generate/index.ts';
import type { ParserHost, Readings } from './hosts/parser-host.ts';
import type { CaseKind, RequestCase } from './request-case.ts';

export interface RunOptions {
  readonly cases: number;
  readonly seed: number;
  readonly kinds: readonly CaseKind[];
  /** Parsers whose name contains this; empty: all. */
  readonly only: string;
}

/** What one parser did with the cases of one kind. */
export interface ParserCount {
  parser: string;
  kind: CaseKind;
  /** Cases that it read at all, and values that it handed over of those that the engine let pass. */
  read: number;
  values: number;
  /** Cases with values that the engine has seen only within a longer one. */
  embedded: number;
  unseen: number;
}

export interface Difference {
  readonly request: RequestCase;
  readonly parser: string;
  readonly values: readonly string[];
}

export interface RunResult {
  readonly cases: number;
  /** Refused by the engine as malformed, of all. */
  readonly refused: number;
  readonly counts: readonly ParserCount[];
  readonly differences: readonly Difference[];
  readonly embedded: readonly Difference[];
}

const BATCH = 200;
const MAX_KEPT = 2_000;

/** Cases through all parsers and the engine, batch by batch; every language works on a batch at the same time. */
export class ParserRun {
  private readonly eye = new EngineEye();
  private readonly counts = new Map<string, ParserCount>();
  private readonly differences: Difference[] = [];
  private readonly embedded: Difference[] = [];
  private refused = 0;
  private readonly hosts: readonly ParserHost[];
  private readonly options: RunOptions;

  constructor(hosts: readonly ParserHost[], options: RunOptions) {
    this.hosts = hosts;
    this.options = options;
  }

  async run(progress: (done: number) => void): Promise<RunResult> {
    const { cases, seed, kinds } = this.options;
    for (let done = 0; done < cases; done += BATCH) {
      const size = Math.min(BATCH, cases - done);
      const batch = Array.from({ length: size }, (_, index) => caseOf(seed, done + index, kinds));
      const answers = await Promise.all(this.hosts.map((host) => host.read(batch)));
      batch.forEach((request, index) => {
        this.judge(
          request,
          answers.map((readings, host) => [this.hosts[host]!.name, readings[index]!]),
        );
      });
      progress(done + size);
    }
    const counts = [...this.counts.values()].sort((one, other) =>
      `${one.kind} ${one.parser}`.localeCompare(`${other.kind} ${other.parser}`),
    );
    const { refused, differences, embedded } = this;
    return { cases, refused, counts, differences, embedded };
  }

  private judge(request: RequestCase, answers: readonly (readonly [host: string, Readings])[]): void {
    const view = this.eye.look(request);
    if (view.refused) this.refused++;
    const seen = new SeenValues(view);
    for (const [host, readings] of answers)
      for (const [name, values] of Object.entries(readings)) {
        const parser = name === host ? host : `${host}: ${name}`;
        if (!parser.includes(this.options.only)) continue;
        const count = this.countOf(parser, request.kind);
        count.read++;
        if (view.refused) continue;
        count.values += values.length;
        const unseen = seen.unseen(values);
        if (unseen.length > 0) {
          count.unseen++;
          if (this.differences.length < MAX_KEPT) this.differences.push({ request, parser, values: unseen });
        }
        const embedded = seen.embedded(values);
        if (embedded.length === 0) continue;
        count.embedded++;
        if (this.embedded.length < MAX_KEPT) this.embedded.push({ request, parser, values: embedded });
      }
  }

  private countOf(parser: string, kind: CaseKind): ParserCount {
    const key = `${kind} ${parser}`;
    let count = this.counts.get(key);
    if (count === undefined) {
      count = { parser, kind, read: 0, values: 0, embedded: 0, unseen: 0 };
      this.counts.set(key, count);
    }
    return count;
  }
}

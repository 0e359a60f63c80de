import { SeenValues } from './compare.ts';
import { EngineEye } from './engine-view.ts';
import { caseOf } from './generate/index.ts';
import type { ParserHost, Readings } from './hosts/parser-host.ts';
import { profileOf } from './profiles.ts';
import type { CaseKind, RequestCase } from './request-case.ts';

export interface RunOptions {
  readonly cases: number;
  /** The run ends before all cases are through when this time is up. */
  readonly milliseconds: number;
  /** Taken in turn, some hundred cases of each at a time. */
  readonly seeds: readonly number[];
  readonly kinds: readonly CaseKind[];
  /** Parsers whose name contains this; empty: all. */
  readonly only: string;
  /** Told of each unseen value as it is found: a run of hours is of use before it ends. */
  readonly found: (difference: Difference) => void;
}

/** What one parser did with the cases of one kind. */
export interface ParserCount {
  parser: string;
  kind: CaseKind;
  /** Cases that the engine let pass and it read at all, and values that it handed over. */
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
  readonly seconds: number;
  /** Requests that the engine refused as malformed; no parser runs on them. */
  readonly refused: number;
  readonly counts: readonly ParserCount[];
  readonly differences: readonly Difference[];
  readonly embedded: readonly Difference[];
}

/** Sent to each language at once. */
const BATCH = 240;
/** Of the case with this number. */
export const seedOf = (id: number, seeds: readonly number[]): number =>
  seeds[Math.floor(id / BATCH) % seeds.length]!;

/** So that languages and engine wait for each other less. */
const BATCHES_AT_ONCE = 3;
const MAX_KEPT = 2_000;

interface Batch {
  readonly size: number;
  readonly admitted: readonly (readonly [RequestCase, SeenValues])[];
  readonly answers: Promise<readonly (readonly Readings[])[]>;
}

/** Cases through the engine, and those that it lets pass through all parsers; every language works at the same time. */
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
    const { cases, milliseconds } = this.options;
    const began = Date.now();
    const waiting: Batch[] = [];
    let sent = 0;
    let done = 0;
    const mayGoOn = () => sent < cases && Date.now() - began < milliseconds;
    while (mayGoOn() || waiting.length > 0) {
      while (mayGoOn() && waiting.length < BATCHES_AT_ONCE) {
        const batch = this.send(sent, Math.min(BATCH, cases - sent));
        waiting.push(batch);
        sent += batch.size;
      }
      const batch = waiting.shift()!;
      const answers = await batch.answers;
      batch.admitted.forEach(([request, seen], index) => {
        for (const [host, readings] of answers.entries())
          this.judge(request, seen, this.hosts[host]!.name, readings[index]!);
      });
      done += batch.size;
      progress(done);
    }
    const counts = [...this.counts.values()].sort((one, other) =>
      `${one.kind} ${one.parser}`.localeCompare(`${other.kind} ${other.parser}`),
    );
    const seconds = (Date.now() - began) / 1000;
    const { refused, differences, embedded } = this;
    return { cases: done, seconds, refused, counts, differences, embedded };
  }

  private send(first: number, size: number): Batch {
    const { seeds, kinds } = this.options;
    const seed = seedOf(first, seeds);
    const admitted: (readonly [RequestCase, SeenValues])[] = [];
    for (let id = first; id < first + size; id++) {
      const request = caseOf(seed, id, kinds);
      const view = this.eye.look(request);
      if (view.refused) this.refused++;
      else admitted.push([request, new SeenValues(view)]);
    }
    const requests = admitted.map(([request]) => request);
    return { size, admitted, answers: Promise.all(this.hosts.map((host) => host.read(requests))) };
  }

  private judge(request: RequestCase, seen: SeenValues, host: string, readings: Readings): void {
    for (const [name, values] of Object.entries(readings)) {
      const parser = name === host ? host : `${host}: ${name}`;
      if (!parser.includes(this.options.only)) continue;
      const count = this.countOf(parser, request.kind);
      count.read++;
      count.values += values.length;
      const unseen = seen.unseen(values, parser);
      if (unseen.length > 0) {
        count.unseen++;
        const difference = { request, parser, values: unseen };
        this.options.found(difference);
        if (this.differences.length < MAX_KEPT) this.differences.push(difference);
      }
      const embedded = seen.embedded(values, parser);
      if (embedded.length === 0) continue;
      count.embedded++;
      if (this.embedded.length < MAX_KEPT) this.embedded.push({ request, parser, values: embedded });
    }
  }

  private countOf(parser: string, kind: CaseKind): ParserCount {
    const key = `${kind} ${parser}`;
    let count = this.counts.get(key);
    if (count === undefined) {
      profileOf(parser);
      count = { parser, kind, read: 0, values: 0, embedded: 0, unseen: 0 };
      this.counts.set(key, count);
    }
    return count;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BusPublisher, OutgoingEvent } from '../contract/bus.ts';
import type { ConsumerTask } from './consumer-process.ts';

export type Changed = OutgoingEvent<'domains.domain_changed.v1'>;

/** The `seq`th event of `key`. */
export function changed(key: string, seq: number): Changed {
  return {
    type: 'domains.domain_changed.v1',
    key,
    payload: { domainId: key, ownerId: 'owner', domainName: `${key}.test`, configVersion: BigInt(seq) },
  };
}

/** Events of all keys in turn, each key's numbered from 0. */
export function series(keys: readonly string[], perKey: number): Changed[] {
  return Array.from({ length: perKey }, (_, seq) => keys.map((key) => changed(key, seq))).flat();
}

export function keysNamed(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
}

export async function publishInChunks(
  publisher: BusPublisher,
  events: readonly OutgoingEvent[],
  size: number,
  pauseMs = 0,
): Promise<void> {
  for (let i = 0; i < events.length; i += size) {
    await publisher.publish(events.slice(i, i + size));
    if (pauseMs > 0) await sleep(pauseMs);
  }
}

/** Delivered events by key. */
export class Arrivals {
  readonly byKey = new Map<string, number[]>();
  total = 0;

  add(key: string, seq: number | bigint): void {
    this.total++;
    const list = this.byKey.get(key);
    if (list) list.push(Number(seq));
    else this.byKey.set(key, [Number(seq)]);
  }

  /** Without repeats, in order of first arrival. */
  distinct(key: string): number[] {
    return [...new Set(this.byKey.get(key) ?? [])];
  }

  get distinctTotal(): number {
    return [...this.byKey.keys()].reduce((sum, key) => sum + this.distinct(key).length, 0);
  }

  /** Which of the events 0 to `count` - 1 of each key have not come: how many, and the first. */
  missing(keys: readonly string[], count: number): string {
    const gaps = keys.flatMap((key) => {
      const seen = new Set(this.byKey.get(key));
      const first = Array.from({ length: count }, (_, seq) => seq).find((seq) => !seen.has(seq));
      return first === undefined ? [] : [`${key}: ${count - seen.size}, the first ${first}`];
    });
    return gaps.length > 0 ? gaps.join('; ') : 'none';
  }
}

/** Child processes that consume into one file. */
export class ConsumerProcesses {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-bus-'));
  private readonly children = new Set<ChildProcess>();
  private readonly task: Omit<ConsumerTask, 'file'>;
  readonly file = path.join(this.folder, 'arrivals');

  constructor(task: Omit<ConsumerTask, 'file'>) {
    this.task = task;
    writeFileSync(this.file, '');
  }

  start(): ChildProcess {
    // The built program starts in half the time.
    const script = fileURLToPath(new URL('../../dist/conformance/consumer-process.js', import.meta.url));
    const child = spawn(process.execPath, [script, JSON.stringify({ ...this.task, file: this.file })], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.children.add(child);
    child.once('exit', () => this.children.delete(child));
    return child;
  }

  read(): { verb: string; key: string; seq: number }[] {
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [verb, key, seq] = line.split(' ');
        return { verb: verb ?? '', key: key ?? '', seq: Number(seq) };
      });
  }

  done(): Arrivals {
    const arrivals = new Arrivals();
    for (const { verb, key, seq } of this.read()) if (verb === 'done') arrivals.add(key, seq);
    return arrivals;
  }

  async dispose(): Promise<void> {
    const exits = [...this.children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of this.children) child.kill('SIGKILL');
    await Promise.all(exits);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

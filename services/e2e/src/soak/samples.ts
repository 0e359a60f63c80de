import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Stack } from '../stack.ts';

export interface ProcessSample {
  /** Resident memory, bytes. */
  memory: number;
  descriptors: number;
}

export interface Sample {
  /** Milliseconds since the beginning. */
  at: number;
  /** By name; a worker's is its supervisor's with a number. */
  processes: ReadonlyMap<string, ProcessSample>;
  /** What is bounded, by name: rows, entries or bytes. */
  bounded: ReadonlyMap<string, number>;
}

/** Backlog of events whose subscribers are all up to date; a slow subscriber leaves more. */
const STREAMS = 'stream of ';
const PAGE_BYTES = 4_096;

/** Looks at everything that must not grow, again and again. */
export class Sampler {
  private readonly begin = performance.now();
  private readonly database: pg.Client;
  private readonly redis: Redis;

  private constructor(private readonly stack: Stack) {
    this.database = new pg.Client(stack.databaseUrl);
    this.redis = new Redis(stack.redisUrl);
  }

  static async start(stack: Stack): Promise<Sampler> {
    const sampler = new Sampler(stack);
    await sampler.database.connect();
    return sampler;
  }

  async take(): Promise<Sample> {
    return {
      at: performance.now() - this.begin,
      processes: this.processes(),
      bounded: new Map([...(await this.tables()), ...(await this.ofRedis()), ...this.disk()]),
    };
  }

  async stop(): Promise<void> {
    await this.database.end();
    this.redis.disconnect();
  }

  /** The launcher and all that it started, by what they were started as. */
  private processes(): Map<string, ProcessSample> {
    const found = new Map<string, ProcessSample>();
    const children = childrenByParent();
    const name = (pid: number, as: string): void => {
      const sample = sampleOf(pid);
      if (sample !== null) found.set(as, sample);
    };
    const run = path.join(this.stack.dataDirectory, 'run');
    for (const file of readdirSync(run).filter((it) => it.endsWith('.pid'))) {
      const service = file.replace(/\.pid$/, '');
      const pid = this.stack.pid(service);
      name(pid, service);
      // The launcher's children are those that have a name; PostgreSQL has a process for each connection.
      if (service !== 'edge') continue;
      for (const [index, child] of (children.get(pid) ?? []).sort((a, b) => a - b).entries())
        name(child, `${service} worker ${index + 1}`);
    }
    return found;
  }

  private async tables(): Promise<[string, number][]> {
    const count = async (what: string, sql: string): Promise<[string, number]> => {
      const { rows } = await this.database.query<{ n: number }>(sql);
      return [what, rows[0]?.n ?? 0];
    };
    const outboxes = await this.database.query<{ schema: string }>(
      `SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'outbox' ORDER BY 1`,
    );
    const found = [
      await count(
        'values of a facet, site and hour',
        'SELECT coalesce(max(n), 0)::int AS n FROM (SELECT count(*) AS n FROM logs.facet_hours GROUP BY site_no, kind, hour) counts',
      ),
      await count(
        'segments that are not done',
        'SELECT count(*)::int AS n FROM logs.segments WHERE NOT done',
      ),
      await count('database connections', 'SELECT count(*)::int AS n FROM pg_stat_activity'),
    ];
    for (const { schema } of outboxes.rows)
      found.push(await count(`outbox of ${schema}`, `SELECT count(*)::int AS n FROM ${schema}.outbox`));
    return found;
  }

  private async ofRedis(): Promise<[string, number][]> {
    const found: [string, number][] = [];
    const memory = /used_memory:(\d+)/.exec(await this.redis.info('memory'))?.[1];
    found.push(['bytes of Redis', Number(memory)]);
    const streams: string[] = [];
    let cursor = '0';
    do {
      const [next, keys] = (await this.redis.call('SCAN', cursor, 'COUNT', 500, 'TYPE', 'stream')) as [
        string,
        string[],
      ];
      streams.push(...keys);
      cursor = next;
    } while (cursor !== '0');
    for (const key of streams) found.push([STREAMS + key, await this.redis.xlen(key)]);
    return found;
  }

  private disk(): [string, number][] {
    return [['bytes of the edge’s folder', bytesBelow(path.join(this.stack.dataDirectory, 'edge'))]];
  }
}

function sampleOf(pid: number): ProcessSample | null {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return {
      memory: Number(resident) * PAGE_BYTES,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch {
    // It ended meanwhile.
    return null;
  }
}

function childrenByParent(): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // A kernel thread has no program.
      readlinkSync(`/proc/${entry}/exe`);
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1]);
      found.set(parent, [...(found.get(parent) ?? []), Number(entry)]);
    } catch {
      // It has ended, or belongs to another program.
    }
  }
  return found;
}

/** What is removed while it is counted counts nothing. */
function bytesBelow(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const place = path.join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesBelow(place) : sizeOf(place));
    }, 0);
  } catch {
    return 0;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

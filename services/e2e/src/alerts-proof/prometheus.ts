import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endWithParent, eventually, freePort, stopChild } from '@palisade/testing';
import type { RunningStack } from '../running-stack.ts';

const MONITORING = path.resolve(import.meta.dirname, '../../../../deploy/monitoring');
const JOB = /(- job_name: (\w+)\n\s+static_configs: \[\{ targets: \[)[^\]]*/g;

/** An alert that fired. */
export interface Fired {
  name: string;
  labels: Record<string, string>;
  /** When it was first seen firing. */
  at: Date;
  /** How long, to the interval of the shipped rules. */
  seconds: number;
}

/** Between two looks at what fired; the shipped rules are evaluated as often. */
const STEP_SECONDS = 15;

/** A real Prometheus with the rules and intervals that the repository ships. */
export class Prometheus {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'palisade-prometheus-'));
  private child: ChildProcess | null = null;
  private port = 0;

  /** @param every how often it looks, where that is not as shipped */
  async start(stack: RunningStack, every?: string): Promise<void> {
    const ports: Readonly<Record<string, number>> = stack.metricsPorts;
    const text = readFileSync(path.join(MONITORING, 'prometheus.yml'), 'utf8')
      .replace('rule_files: [alerts.yml]', `rule_files: [${path.join(MONITORING, 'alerts.yml')}]`)
      .replace(/(?<=scrape_interval: )\w+/, every ?? '$&')
      .replace(JOB, (_, before: string, job: string) => {
        const port = ports[job];
        if (port === undefined) throw new Error(`nobody knows where the job ${job} listens`);
        return `${before}"127.0.0.1:${port}"`;
      });
    const file = path.join(this.folder, 'prometheus.yml');
    writeFileSync(file, text);
    this.port = await freePort();
    this.child = spawn(
      'prometheus',
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${path.join(this.folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${this.port}`,
        '--enable-feature=exemplar-storage',
      ],
      { stdio: 'ignore' },
    );
    endWithParent(this.child, 'SIGTERM');
    await eventually('Prometheus having asked every process', async () => {
      const { length } = Object.keys(ports);
      const up = await this.query('count(up == 1)');
      if (up[0]?.value !== length) throw new Error(`${up[0]?.value ?? 0} of ${length}`);
    });
  }

  /** Alerts that fire at this moment, by name. */
  async firing(): Promise<string[]> {
    const found = await this.query('ALERTS{alertstate="firing"}');
    return found.map(({ labels }) => labels.alertname!);
  }

  /** Alerts that fired at any moment since then, in the order in which they did. */
  async firedSince(since: Date): Promise<Fired[]> {
    const { result } = await this.ask<{
      result: { metric: Record<string, string>; values: [number, string][] }[];
    }>('query_range', {
      query: 'ALERTS{alertstate="firing"}',
      start: String(since.getTime() / 1_000),
      end: String(Date.now() / 1_000),
      step: String(STEP_SECONDS),
    });
    return result
      .map(({ metric: { __name__, alertname, alertstate, ...labels }, values }) => ({
        name: alertname!,
        labels,
        at: new Date(values[0]![0] * 1_000),
        seconds: values.length * STEP_SECONDS,
      }))
      .sort((one, other) => Number(one.at) - Number(other.at));
  }

  /** How often a service was seen to have been started anew in the last minutes. */
  async restartsOf(job: string): Promise<number> {
    const [found] = await this.query(`changes(process_start_time_seconds{job="${job}"}[5m])`);
    return found?.value ?? 0;
  }

  async stop(): Promise<void> {
    if (this.child !== null) await stopChild(this.child, 'SIGTERM');
    rmSync(this.folder, { recursive: true });
  }

  /** Traces of the exemplars of a histogram in the last minutes. */
  async exemplars(expression: string): Promise<string[]> {
    const now = Date.now() / 1_000;
    const found = await this.ask<{ exemplars: { labels: { trace_id: string } }[] }[]>('query_exemplars', {
      query: expression,
      start: String(now - 600),
      end: String(now + 60),
    });
    return found.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels.trace_id));
  }

  private async ask<Data>(what: string, parameters: Record<string, string>): Promise<Data> {
    const url = `http://127.0.0.1:${this.port}/api/v1/${what}?${new URLSearchParams(parameters)}`;
    return ((await (await fetch(url)).json()) as { data: Data }).data;
  }

  private async query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]> {
    const data = await this.ask<{ result: { metric: Record<string, string>; value: [number, string] }[] }>(
      'query',
      { query: expression },
    );
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }
}

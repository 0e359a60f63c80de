import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort } from '@palisade/testing';

const MONITORING = path.resolve(import.meta.dirname, '../../../../deploy/monitoring');
const JOB = /(- job_name: (\w+)\n\s+static_configs: \[\{ targets: \[)[^\]]*/g;

/** A real Prometheus with the rules and intervals that the repository ships. */
export class Prometheus {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'palisade-prometheus-'));
  private child: ChildProcess | null = null;
  private port = 0;

  /** @param ports where each job of prometheus.yml listens here */
  async start(ports: Readonly<Record<string, number>>): Promise<void> {
    const text = readFileSync(path.join(MONITORING, 'prometheus.yml'), 'utf8')
      .replace('rule_files: [alerts.yml]', `rule_files: [${path.join(MONITORING, 'alerts.yml')}]`)
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
      ],
      { stdio: 'ignore' },
    );
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

  async stop(): Promise<void> {
    if (this.child !== null && this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true });
  }

  private async query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]> {
    const url = `http://127.0.0.1:${this.port}/api/v1/query?query=${encodeURIComponent(expression)}`;
    const { data } = (await (await fetch(url)).json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }
}

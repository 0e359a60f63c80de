import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@palisade/testing';
import { visit } from './edge-client.ts';
import { SharedStack } from './shared/shared-stack.ts';

const MONITORING = path.resolve(import.meta.dirname, '../../../deploy/monitoring');
/** The internal ports of the launcher: five services, each with its gRPC port beside it, then the edge. */
const PROCESSES = { auth: 0, billing: 2, domains: 4, logs: 6, mailer: 8, edge: 10 } as const;
/** Prometheus' own. */
const GIVEN = new Set(['up', 'ALERTS']);
const NAME = /\b(?:palisade|http|rpc|messaging|db|nodejs|process)_[a-z0-9_]+\b/g;

describe('what alerts and dashboards ask for', () => {
  const stack = new SharedStack('customers');
  beforeAll(() => stack.start());
  afterAll(() => stack.dispose());

  const scrape = async (port: number) => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const scrapeAll = async () => {
    const ports = Object.values(PROCESSES).map((offset) => stack.internalPort + offset);
    return [
      ...(await Promise.all(ports.map(scrape))),
      await (await fetch(`${stack.urls.dashboard}metrics`)).text(),
    ];
  };

  it('is measured by some process', async () => {
    const texts = await scrapeAll();
    const measured = new Set(
      texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)),
    );
    const asked = new Set([...namesIn('alerts.yml'), ...dashboards().flatMap(namesIn)]);
    expect(asked.size).toBeGreaterThan(40);
    const unknown = [...asked].filter((name) => !measured.has(name) && !measured.has(baseOf(name)));
    expect(unknown.filter((name) => !GIVEN.has(name))).toEqual([]);
  });

  it('moves with the requests that are made', async () => {
    const edge = stack.internalPort + PROCESSES.edge;
    const count = async () =>
      Number(
        /^palisade_edge_request_duration_seconds_count\{status_class="2xx",node="[^"]*"\} (\d+)$/m.exec(
          await scrape(edge),
        )?.[1] ?? 0,
      );
    const before = await count();
    expect((await visit(stack.urls.demo_site, 'shop.localhost', '/')).status).toBe(200);
    await eventually('the request being counted', async () => {
      if ((await count()) <= before) throw new Error(String(before));
    });
    const gateway = await (await fetch(`${stack.urls.dashboard}metrics`)).text();
    expect(gateway).toMatch(/^http_server_request_duration_seconds_count\{http_request_method="GET",/m);
    const auth = await scrape(stack.internalPort + PROCESSES.auth);
    expect(auth).toMatch(
      /^db_client_operation_duration_seconds_count\{db_operation_name="SELECT",db_collection_name="users",error_type=""\} /m,
    );
    expect(await scrape(stack.internalPort + PROCESSES.mailer)).toMatch(
      /^palisade_job_duration_seconds_count\{queue="mailer-mails-maintenance",task="maintenance",error_type=""\} /m,
    );
    expect(auth).toMatch(
      /^rpc_server_call_duration_seconds_count\{rpc_method="palisade\.auth\.v1\.AuthService\//m,
    );
  });
});

const dashboards = () =>
  readdirSync(path.join(MONITORING, 'dashboards')).map((file) => path.join('dashboards', file));

function namesIn(file: string): string[] {
  const lines = readFileSync(path.join(MONITORING, file), 'utf8').split('\n');
  const expressions = lines.filter(
    (line) => /"expr":|^ {10}\S/.test(line) && !/summary:|runbook:/.test(line),
  );
  // Labels have such names as well, in braces or after `by`.
  const bare = expressions.map((line) => line.replaceAll(/\{[^{}]*\}|\bby \([^()]*\)/g, ''));
  return bare.flatMap((line) => line.match(NAME) ?? []);
}

const baseOf = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');

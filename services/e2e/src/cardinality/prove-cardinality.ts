// `npm run prove:cardinality [-- SITES]`: how many series each process of the product has with one site, with a tenth of the sites and with
// all of them (10,000), each visited once and looked at by its owner. A series for each site, visitor or request would make thousands.
import { loadavg } from 'node:os';
import { eventually } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import { visit } from '../edge-client.ts';
import { Stack } from '../stack.ts';
import { addSites } from './many-sites.ts';

const CONCURRENCY = 20;
const ROUNDS = 2;
/** New values of one label that come with time and not with sites: tables, say, that no statement had been about before. */
const MAX_NEW_VALUES = 20;
const TIMEOUT_MS = 600_000;

const sites = Number(process.argv[2] ?? 10_000);
const stack = new Stack();

type Series = ReadonlyMap<string, ReadonlySet<string>>;

const scrape = async (port: number): Promise<string> =>
  await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

async function seriesOfAll(): Promise<Series> {
  const names = Object.keys(stack.metricsPorts);
  const texts = await Promise.all(Object.values(stack.metricsPorts).map(scrape));
  const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const series = (text: string) => new Set(lines(text).map((line) => line.slice(0, line.lastIndexOf(' '))));
  return new Map(names.map((name, at) => [name, series(texts[at] ?? '')]));
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Every readable route of the API's description, twice, as a cached answer causes no call. */
async function lookAtEverything(): Promise<void> {
  const description = (await (await fetch(`${stack.api}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const paths = Object.entries(description.paths)
    .filter(([path, methods]) => 'get' in methods && !/stream|events|live/.test(path))
    .map(([path]) => path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, 'shop.localhost'));
  for (const account of Object.values(stack.accounts)) {
    const client = await ApiClient.signIn(stack.api, account);
    for (let round = 0; round < ROUNDS; round++) await inTurns(paths, (path) => client.call('GET', path));
  }
}

const recordsStored = async (): Promise<number> =>
  [
    ...(await scrape(stack.metricsPorts.logs)).matchAll(/^palisade_logs_records_total\{[^}]*\} (\d+)$/gm),
  ].reduce((sum, [, count]) => sum + Number(count), 0);

async function visitEach(hosts: readonly string[]): Promise<void> {
  const before = await recordsStored();
  await eventually(
    'the last site being served',
    async () => {
      const { status } = await visit(stack.urls.demo_site, hosts.at(-1)!, '/');
      if (status !== 200) throw new Error(String(status));
    },
    TIMEOUT_MS,
  );
  const failed: number[] = [];
  await inTurns(hosts, async (host) => {
    const { status } = await visit(stack.urls.demo_site, host, `/?of=${host}`);
    if (status !== 200) failed.push(status);
  });
  if (failed.length > 0)
    throw new Error(`${failed.length} sites answered ${[...new Set(failed)].join(', ')}`);
  await eventually(
    'their log records being stored',
    async () => {
      const stored = (await recordsStored()) - before;
      if (stored < hosts.length) throw new Error(`${stored} of ${hosts.length}`);
    },
    TIMEOUT_MS,
  );
}

async function seriesWith(from: number, to: number): Promise<Series> {
  if (to > from) await visitEach(await addSites(stack.databaseUrl, from, to));
  await lookAtEverything();
  return seriesOfAll();
}

try {
  await stack.start('--rate-limit', '1000000');
  await visit(stack.urls.demo_site, 'shop.localhost', '/');
  const one = await seriesWith(1, 1);
  const some = await seriesWith(1, Math.ceil(sites / 10));
  const all = await seriesWith(Math.ceil(sites / 10), sites);
  console.log(`| process | 1 site | ${Math.ceil(sites / 10)} sites | ${sites} sites |\n|---|---|---|---|`);
  for (const [name, series] of all) {
    const before = some.get(name) ?? new Set();
    const growing = labelsThatGrow(before, series);
    const naming = [...series].filter((each) => /s\d+\.test/.test(each));
    console.log(`| ${name} | ${one.get(name)?.size} | ${before.size} | ${series.size} |`);
    if (growing.length > 0 || naming.length > 0) {
      console.error(`${name} grows with sites: ${[...naming, ...growing].slice(0, 10).join(', ')}`);
      process.exitCode = 1;
    }
  }
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await stack.dispose();
}

/** Labels of single metrics, with how many values more they have. */
function labelsThatGrow(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  const known = valuesOfLabels(before);
  return [...valuesOfLabels(after)].flatMap(([label, values]) => {
    const more = [...values].filter((value) => known.get(label)?.has(value) !== true).length;
    return more > MAX_NEW_VALUES ? [`${label}: ${more} values more`] : [];
  });
}

function valuesOfLabels(series: ReadonlySet<string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const one of series) {
    const metric = one.slice(0, one.indexOf('{'));
    for (const [, label, value] of one.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      const name = `${metric} ${label}`;
      found.set(name, (found.get(name) ?? new Set()).add(value!));
    }
  }
  return found;
}

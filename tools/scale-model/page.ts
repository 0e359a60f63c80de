import type { Figures } from './figures.ts';
import { DEFAULT_DEMAND, type Demand, type Sizing, size } from './model.ts';

/** Sizes from a single machine to larger ones than were ever tried. */
const SIZES = [
  [10, 10],
  [100, 100],
  [1_000, 1_000],
  [10_000, 10_000],
  [100_000, 30_000],
  [1_000_000, 100_000],
] as const;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

export const componentTable = ({ components, trafficTb, trafficMoney, money }: Sizing): string =>
  table(
    ['component', 'nodes', 'cores', 'memory, GiB', 'disk, GiB', 'cost per month'],
    [
      ...components.map((component) => [
        component.name,
        ...[component.nodes, component.cores, component.memoryGib, component.diskGib, component.money].map(
          rounded,
        ),
      ]),
      [`traffic, ${rounded(trafficTb)} TB`, '', '', '', '', rounded(trafficMoney)],
      ['total', '', '', '', '', rounded(money)],
    ],
  );

/** What is nearest to its end. */
export const boundTable = ({ bounds }: Sizing): string =>
  table(
    ['limit', 'used', 'remedy'],
    bounds.map(({ name, share, remedy }) => [
      name,
      `${rounded(share * 100)} %${share > 1 ? ', exceeded' : ''}`,
      remedy,
    ]),
  );

export const demandOf = (sites: number, requestsPerSecond: number): Demand => ({
  ...DEFAULT_DEMAND,
  sites,
  requestsPerSecond,
});

function sizeRow([sites, rate]: (typeof SIZES)[number], figures: Figures): string[] {
  const sizing = size(demandOf(sites, rate), figures);
  const of = (name: string) => sizing.components.find((component) => component.name === name)!;
  const [edge, database] = [of('edge'), of('PostgreSQL')];
  const [first] = sizing.bounds as [Sizing['bounds'][number]];
  return [
    sites.toLocaleString('en'),
    rate.toLocaleString('en'),
    `${edge.nodes} × ${rounded(edge.cores / edge.nodes)} cores, ${rounded(edge.memoryGib / edge.nodes)} GiB`,
    String(of('logs').nodes),
    `${rounded(database.cores)} cores, ${rounded(database.diskGib)} GiB`,
    rounded(sizing.money - sizing.trafficMoney),
    rounded(sizing.trafficMoney),
    `${first.name}, ${rounded(first.share * 100)} %`,
  ];
}

/** deploy/SCALE.md. */
export function scalePage(figures: Figures): string {
  const { days, responseKb, load, machine, startSeconds, prices } = DEFAULT_DEMAND;
  const measured = Object.values(figures).map(({ what, value, unit, source, command }) => [
    what,
    `${rounded(value)} ${unit}`,
    `[${source.split('/').at(-1)}](../${source})`,
    command === null ? 'a setting' : `\`${command}\``,
  ]);
  const sizes = SIZES.map((one) => sizeRow(one, figures));
  return `# Scale

\`npm run model:scale -- --write\` writes this page; do not edit it. It estimates the resources of installations by size, computed from measurements of
Palisade on shared machines. For your own size, run \`npm run model:scale -- --sites 5000 --rps 2000\` (\`--help\` lists all options).

## By size

${table(['sites', 'requests/s', 'edges', 'log processes', 'PostgreSQL', 'cost, machines', 'cost, traffic', 'nearest limit'], sizes)}

Above 100 %, the design does not support the size; the row shows the demand, not a working installation. One edge was measured with a
million sites. No installation with more than 10,000, and no rate above the capacity of one machine, has been tested: beyond that, this is arithmetic.

## At 1,000 sites and 1,000 requests a second

${componentTable(size(demandOf(1_000, 1_000), figures))}

${boundTable(size(demandOf(1_000, 1_000), figures))}

## At 1,000,000 sites and 100,000 requests a second

${boundTable(size(demandOf(1_000_000, 100_000), figures))}

## What it is computed from

${table(['figure', 'value', 'source', 'measured by'], measured)}

Assumptions, which you can change: records are kept for ${days} days; a response has ${responseKb} KB; cores are used to ${load * 100} %; machines have ${machine.cores} cores,
${machine.memoryGib} GiB and ${machine.diskTib} TiB of disk; an edge may take ${startSeconds / 60} minutes to start; monthly prices are ${prices.core} for a core, ${prices.memoryGib} for a GiB of memory,
${prices.diskGib} for a GiB of disk and ${prices.trafficTb} for a TB of traffic. These prices are examples.

## What the model leaves out

- Attacks: half of each core is reserved as headroom for floods.
- TLS: a new connection costs more than a request; sites with many one-time visitors need more cores.
- The cache: cached responses need no origin, and cost less than forwarded ones.
- Redis at high rates of rate-limited requests, which was not measured.
- Backups, read replicas, and staff.
`;
}

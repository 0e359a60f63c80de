// `npm run model:scale -- --sites N --rps N`: what an installation of that size takes, and what ends first. `--write` brings deploy/SCALE.md up to date.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readFigures } from './figures.ts';
import { type Demand, size } from './model.ts';
import { boundTable, componentTable, demandOf, scalePage } from './page.ts';

const PAGE = path.resolve(import.meta.dirname, '../../deploy/SCALE.md');

/** Each says where its value goes. */
const OPTIONS: Readonly<Record<string, { says: string; set: (demand: Demand, value: number) => void }>> = {
  sites: { says: 'sites', set: (demand, value) => Object.assign(demand, { sites: value }) },
  rps: {
    says: 'requests a second',
    set: (demand, value) => Object.assign(demand, { requestsPerSecond: value }),
  },
  days: {
    says: 'days that log records are kept',
    set: (demand, value) => Object.assign(demand, { days: value }),
  },
  'response-kb': {
    says: 'KB of a response',
    set: (demand, value) => Object.assign(demand, { responseKb: value }),
  },
  load: {
    says: 'share of a core to plan with',
    set: (demand, value) => Object.assign(demand, { load: value }),
  },
  'machine-cores': {
    says: 'cores of a machine',
    set: ({ machine }, value) => Object.assign(machine, { cores: value }),
  },
  'machine-memory': {
    says: 'its GiB',
    set: ({ machine }, value) => Object.assign(machine, { memoryGib: value }),
  },
  'machine-disk': {
    says: 'its TiB of disk',
    set: ({ machine }, value) => Object.assign(machine, { diskTib: value }),
  },
  'start-seconds': {
    says: 'how long an edge may take to start',
    set: (demand, value) => Object.assign(demand, { startSeconds: value }),
  },
  'price-core': {
    says: 'a month of a core',
    set: ({ prices }, value) => Object.assign(prices, { core: value }),
  },
  'price-memory': {
    says: '… of a GiB',
    set: ({ prices }, value) => Object.assign(prices, { memoryGib: value }),
  },
  'price-disk': {
    says: '… of a GiB of disk',
    set: ({ prices }, value) => Object.assign(prices, { diskGib: value }),
  },
  'price-traffic': {
    says: 'a TB of traffic',
    set: ({ prices }, value) => Object.assign(prices, { trafficTb: value }),
  },
};

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }])),
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values.help) {
  for (const [name, { says }] of Object.entries(OPTIONS)) console.log(`--${name.padEnd(16)} ${says}`);
} else if (values.write) {
  writeFileSync(PAGE, scalePage(readFigures()));
} else {
  const sizing = size(readDemand(), readFigures());
  console.log(`${componentTable(sizing)}\n\n${boundTable(sizing)}`);
}

function readDemand(): Demand {
  const demand = structuredClone(demandOf(1_000, 1_000));
  for (const [name, { set }] of Object.entries(OPTIONS)) {
    const text = (values as Record<string, unknown>)[name];
    if (text === undefined) continue;
    const value = Number(text);
    if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} must be a number above 0`);
    set(demand, value);
  }
  if (demand.load > 1) throw new Error('--load must be at most 1');
  return demand;
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Figures, readFigures } from './figures.ts';
import { type Demand, size } from './model.ts';
import { demandOf, scalePage } from './page.ts';

const figures = (values: Record<keyof Figures, number>): Figures =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { value, unit: '', what: name, source: 'nowhere', command: null },
    ]),
  ) as Figures;

const FIGURES = figures({
  rules: 60,
  bare: 20,
  policy: 2,
  siteInWorker: 20,
  siteInSupervisor: 12,
  sitesInUse: 2_048,
  siteStart: 1_000,
  logService: 10,
  logDatabase: 12,
  recordOnBus: 400,
  recordStored: 500,
  edgeMemory: 256,
  serviceMemory: 192,
  maxEdgeNodes: 100,
  partitions: 4,
});
const demand = (sites: number, rate: number): Demand => ({
  ...demandOf(sites, rate),
  ...{ days: 10, load: 0.5, startSeconds: 100 },
  machine: { cores: 4, memoryGib: 16, diskTib: 1 },
  prices: { core: 10, memoryGib: 1, diskGib: 0.1, trafficTb: 5 },
});
const componentOf = (name: string, sites: number, rate: number) =>
  size(demand(sites, rate), FIGURES).components.find((component) => component.name === name)!;

describe('the scale model', () => {
  it('gives edges the cores that requests take at half their load, and one edge to spare', () => {
    // 100 µs × 40,000/s = 4 cores, at half of their load 8: two edges of 4, and one.
    expect(componentOf('edge', 100, 40_000)).toMatchObject({ nodes: 3, cores: 12 });
    expect(componentOf('edge', 100, 10)).toMatchObject({ nodes: 2, cores: 2 });
  });

  it('has every supervisor know every site, and each worker hold those in use', () => {
    const mib = (sites: number) => (componentOf('edge', sites, 40_000).memoryGib / 3) * 1024;
    expect(mib(0)).toBe(4 * 256);
    expect(mib(1_024) - mib(0)).toBeCloseTo(4 * 20 + 12, 6);
    expect(mib(4_096) - mib(2_048)).toBeCloseTo(2 * 12, 6);
  });

  it('stores each record for as many days', () => {
    const { diskGib } = componentOf('PostgreSQL', 100, 1_000);
    expect(diskGib * 1024 ** 3).toBeCloseTo(1_000 * 86_400 * 10 * 500, 0);
  });

  it('adds up what machines and traffic cost', () => {
    const { components, trafficTb, trafficMoney, money } = size(demand(100, 1_000), FIGURES);
    const database = components.find(({ name }) => name === 'PostgreSQL')!;
    expect(database.money).toBeCloseTo(database.cores * 10 + database.memoryGib + database.diskGib * 0.1, 6);
    expect(trafficTb).toBeCloseTo((1_000 * 86_400 * 30 * 30_000) / 1e12, 6);
    expect(trafficMoney).toBeCloseTo(trafficTb * 5, 6);
    expect(money).toBeCloseTo(
      components.reduce((sum, component) => sum + component.money, trafficMoney),
      6,
    );
  });

  it('says what ends first: the start with many sites, readers or disk with many requests', () => {
    const first = (sites: number, rate: number) => size(demand(sites, rate), FIGURES).bounds[0];
    expect(first(200_000, 10)).toMatchObject({ name: "an edge's start", share: 2 });
    expect(first(10, 10_000)).toMatchObject({ name: "PostgreSQL's disk" });
    const readers = size(demand(10, 400_000), FIGURES).bounds.find(({ name }) => name.startsWith('readers'));
    expect(readers!.share).toBeCloseTo(2, 6);
  });

  it('never takes less for more', () => {
    const cores = [1, 10, 1_000, 50_000, 1_000_000].map((rate) =>
      size(demand(100, rate), FIGURES).components.reduce((sum, component) => sum + component.cores, 0),
    );
    expect(cores).toEqual([...cores].sort((a, b) => a - b));
  });
});

describe('deploy/SCALE.md', () => {
  it('is as the model and the measured figures say: npm run model:scale -- --write', () => {
    const page = path.resolve(import.meta.dirname, '../../deploy/SCALE.md');
    expect(readFileSync(page, 'utf8')).toBe(scalePage(readFigures()));
  });
});

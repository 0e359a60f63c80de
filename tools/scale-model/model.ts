import type { Figures } from './figures.ts';

/** What the operator knows or decides; none of it was measured. */
export interface Demand {
  sites: number;
  requestsPerSecond: number;
  /** That log records are kept. */
  days: number;
  /** Of a response, KB on the line. */
  responseKb: number;
  /** Share of a core that is planned with, so that a flood finds room. */
  load: number;
  machine: { cores: number; memoryGib: number; diskTib: number };
  /** How long an edge may take to serve all sites after its start. */
  startSeconds: number;
  /** A month, in one currency. */
  prices: { core: number; memoryGib: number; diskGib: number; trafficTb: number };
}

export const DEFAULT_DEMAND: Omit<Demand, 'sites' | 'requestsPerSecond'> = {
  days: 30,
  responseKb: 30,
  load: 0.5,
  machine: { cores: 8, memoryGib: 32, diskTib: 16 },
  startSeconds: 300,
  prices: { core: 15, memoryGib: 3, diskGib: 0.1, trafficTb: 10 },
};

export interface Component {
  name: string;
  nodes: number;
  /** Of all nodes together. */
  cores: number;
  memoryGib: number;
  diskGib: number;
  money: number;
}

/** Something that has an end: `share` above 1 is beyond it. */
export interface Bound {
  name: string;
  share: number;
  remedy: string;
}

export interface Sizing {
  components: Component[];
  trafficTb: number;
  trafficMoney: number;
  money: number;
  /** Nearest to its end first. */
  bounds: Bound[];
}

const SECONDS_A_DAY = 86_400;
const SECONDS_A_MONTH = 30 * SECONDS_A_DAY;
const KIB_A_GIB = 1024 ** 2;
const GIB = 1024 ** 3;
const SERVICES = 6;
/** One may be gone. */
const MIN_NODES = 2;

/** Demand on each component, before it is distributed to machines. */
function needsOf({ requestsPerSecond: rate, sites, days, machine, load }: Demand, figures: Figures) {
  const coresFor = (micros: number) => (rate * micros) / 1e6 / load;
  const edgeCores = coresFor(figures.bare.value * figures.policy.value + figures.rules.value);
  const edges = Math.max(MIN_NODES, Math.ceil(edgeCores / machine.cores) + 1);
  // One worker a core. Every node has every site on its disk; a worker holds those in use.
  const workers = Math.max(1, Math.min(machine.cores, Math.ceil(edgeCores / (edges - 1))));
  const sitesKib =
    Math.min(sites, figures.sitesInUse.value) * figures.siteInWorker.value * workers +
    sites * figures.siteInSupervisor.value;
  return {
    edges,
    workers,
    edgeMemoryGib: (figures.edgeMemory.value * workers) / 1024 + sitesKib / KIB_A_GIB,
    readerCores: coresFor(figures.logService.value),
    databaseCores: coresFor(figures.logDatabase.value),
    storedGib: (rate * SECONDS_A_DAY * days * figures.recordStored.value) / GIB,
    busBytes: rate * figures.recordOnBus.value,
  };
}
type Needs = ReturnType<typeof needsOf>;

export function size(demand: Demand, figures: Figures): Sizing {
  const needs = needsOf(demand, figures);
  const { core, memoryGib, diskGib, trafficTb: priceOfTb } = demand.prices;
  const components = componentsOf(demand, figures, needs).map((component) => ({
    ...component,
    money: component.cores * core + component.memoryGib * memoryGib + component.diskGib * diskGib,
  }));
  const trafficTb = (demand.requestsPerSecond * SECONDS_A_MONTH * demand.responseKb) / 1e9;
  const trafficMoney = trafficTb * priceOfTb;
  return {
    components,
    trafficTb,
    trafficMoney,
    money: trafficMoney + components.reduce((sum, { money }) => sum + money, 0),
    bounds: boundsOf(demand, figures, needs).sort((a, b) => b.share - a.share),
  };
}

function componentsOf({ days }: Demand, figures: Figures, needs: Needs): Omit<Component, 'money'>[] {
  const { edges, workers, storedGib, busBytes } = needs;
  const readers = Math.max(MIN_NODES, Math.ceil(needs.readerCores));
  const serviceGib = figures.serviceMemory.value / 1024;
  const others = (SERVICES - 1) * MIN_NODES;
  return [
    {
      name: 'edge',
      nodes: edges,
      cores: edges * workers,
      memoryGib: edges * needs.edgeMemoryGib,
      // As the manifests request: unpublished logs, waiting uploads, and the cache.
      diskGib: edges * 10,
    },
    { name: 'logs', nodes: readers, cores: readers, memoryGib: readers * serviceGib, diskGib: 0 },
    {
      name: 'PostgreSQL',
      nodes: 1,
      cores: Math.max(1, Math.ceil(needs.databaseCores)),
      // A quarter of a day's records in memory: what owners look at.
      memoryGib: Math.max(2, storedGib / days / 4),
      diskGib: Math.max(10, storedGib),
    },
    {
      name: 'other services',
      nodes: others,
      cores: others * 0.1,
      memoryGib: others * serviceGib,
      diskGib: 0,
    },
    {
      name: 'Redis or Kafka',
      nodes: 1,
      cores: 1,
      // Ten minutes of unread records, and a day of them on disk.
      memoryGib: Math.max(1, (busBytes * 600) / GIB),
      diskGib: Math.max(10, (busBytes * SECONDS_A_DAY) / GIB),
    },
  ];
}

function boundsOf({ sites, machine, startSeconds }: Demand, figures: Figures, needs: Needs): Bound[] {
  const { edges, edgeMemoryGib, readerCores, databaseCores, storedGib } = needs;
  return [
    {
      name: "an edge's memory",
      share: edgeMemoryGib / machine.memoryGib,
      remedy: 'more memory, or groups of edges that each serve a part of the sites (an installation each)',
    },
    {
      name: "an edge's start",
      share: (sites * figures.siteStart.value) / 1e6 / startSeconds,
      remedy: 'fewer sites on an edge; workers are replaced without it',
    },
    {
      name: 'edges that are counted',
      share: edges / figures.maxEdgeNodes.value,
      remedy: 'PALISADE_EDGE_NODES',
    },
    {
      name: 'readers of request logs',
      share: readerCores / figures.partitions.value,
      remedy: 'more partitions of the topic, which are a constant of the code today',
    },
    {
      name: "PostgreSQL's processor",
      share: databaseCores / machine.cores,
      remedy: 'a larger machine; then an installation for each part of the sites',
    },
    {
      name: "PostgreSQL's disk",
      share: storedGib / 1024 / machine.diskTib,
      remedy: 'fewer days, or a larger disk; then an installation for each part of the sites',
    },
  ];
}

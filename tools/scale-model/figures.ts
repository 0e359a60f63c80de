import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Measured figures, read from the documents that publish them: a new measurement changes the model. */
export interface Figure {
  value: number;
  unit: string;
  what: string;
  /** The document that publishes it. */
  source: string;
  /** Which command measures it; null: it is a setting, read where it is set. */
  command: string | null;
}

const COSTS = 'docs/decisions/2026-11-21-edge-costs.md';
const SITES = 'docs/decisions/2026-11-28-edge-sites-on-disk.md';
const WORKER = 'services/waf-proxy/src/node/worker/edge-worker-options.ts';
/** Sites of the measurement there. */
const MANY_SITES = 1_000_000;
const INGEST = 'docs/decisions/2026-11-21-logs-ingest.md';
const BACKUPS = 'deploy/installation/README.md';
const SCORES = 'services/shared/managed-rules/SCORES.md';

function read(source: string, pattern: RegExp, group = 1): number {
  // Lines are broken anywhere.
  const text = readFileSync(path.join(root, source), 'utf8').replace(/\s+/g, ' ');
  const value = Number(pattern.exec(text)?.[group]);
  if (!Number.isFinite(value)) throw new Error(`${source} does not tell ${pattern} any more`);
  return value;
}

const MEASURED = {
  rules: () => ({
    value: read(SCORES, /CPU, µs a request of `benign` \| \d+ \| (\d+)/),
    unit: 'µs',
    what: 'managed rules at medium, a benign request',
    source: SCORES,
    command: 'npm run waf:scores',
  }),
  bare: () => ({
    value: read(COSTS, /a short request took (\d+) µs over/),
    unit: 'µs',
    what: 'a short proxied request without rules, HTTP/2',
    source: COSTS,
    command: 'npm run bench:edge -- --transports',
  }),
  policy: () => ({
    value:
      read(COSTS, /with limits, geo and log [\d.]+ and ([\d.]+)/) / read(COSTS, /bare [\d.]+ and ([\d.]+)/),
    unit: 'times',
    what: 'the same with limits, countries and log',
    source: COSTS,
    command: 'npm run bench:edge',
  }),
  siteInWorker: () => ({
    value: read(SITES, /the compiled site \| about (\d+) KiB/),
    unit: 'KiB',
    what: 'a site in use, in each worker',
    source: SITES,
    command: 'npm run bench:many-sites',
  }),
  siteInSupervisor: () => ({
    value:
      ((read(SITES, /the supervisor \([^)]*\) \| (\d+) MB/) - read(SITES, /the supervisor \((\d+) MB with/)) *
        1_000) /
      MANY_SITES,
    unit: 'KiB',
    what: 'a site in the supervisor',
    source: SITES,
    command: 'npm run bench:many-sites',
  }),
  sitesInUse: () => ({
    value: Number(
      /MAX_COMPILED_SITES = ([\d_]+)/
        .exec(readFileSync(path.join(root, WORKER), 'utf8'))?.[1]
        ?.replaceAll('_', ''),
    ),
    unit: 'sites',
    what: 'in use at most, in each worker',
    source: WORKER,
    command: null,
  }),
  siteStart: () => ({
    value:
      ((read(SITES, /start with copies on disk \([^)]*\) \| ([\d.]+) s/) -
        read(SITES, /start with copies on disk \(([\d.]+) s with/)) *
        1_000_000) /
      MANY_SITES,
    unit: 'µs',
    what: 'a site at a start with copies on disk, beyond the start itself',
    source: SITES,
    command: 'npm run bench:many-sites',
  }),
  logService: () => ({
    value: read(INGEST, /\d+ to (\d+) µs of this service/),
    unit: 'µs',
    what: 'a record in the log service',
    source: INGEST,
    command: 'npm run bench:logs',
  }),
  logDatabase: () => ({
    value: read(INGEST, /and \d+ to (\d+) µs of PostgreSQL/),
    unit: 'µs',
    what: 'a record in PostgreSQL',
    source: INGEST,
    command: 'npm run bench:logs',
  }),
  recordOnBus: () => ({
    value: read(INGEST, /\((\d+) bytes a record/),
    unit: 'bytes',
    what: 'a record on the bus',
    source: INGEST,
    command: 'npm run bench:logs',
  }),
  recordStored: () => ({
    value:
      (read(BACKUPS, /million request logs, ([\d.]+) GB/) * 1_000) /
      read(BACKUPS, /([\d.]+) million request logs/),
    unit: 'bytes',
    what: 'a record in its tables and indexes',
    source: BACKUPS,
    command: 'palisade backup, as described there',
  }),
  edgeMemory: () => ({
    value:
      read('k8s/base/edge.yaml', /memory: (\d+)Mi \}/) /
      read('k8s/base/settings.yaml', /PALISADE_EDGE_WORKERS: "(\d+)"/),
    unit: 'MiB',
    what: 'reserved for a worker with few sites',
    source: 'k8s/base/edge.yaml',
    command: null,
  }),
  serviceMemory: () => ({
    value: read('k8s/base/auth.yaml', /memory: (\d+)Mi \}/),
    unit: 'MiB',
    what: 'reserved for a service of the control plane',
    source: 'k8s/base/auth.yaml',
    command: null,
  }),
  maxEdgeNodes: () => ({
    value: read('services/waf-proxy/src/node/config/config.ts', /PALISADE_EDGE_NODES: positive\((\d+)\)/),
    unit: 'nodes',
    what: 'edges that are counted',
    source: 'services/waf-proxy/src/node/config/config.ts',
    command: null,
  }),
  partitions: () => ({
    value: read('services/shared/contracts/src/events.ts', /'request-logs': (\d+),/),
    unit: 'partitions',
    what: 'of the topic of request logs; one process reads one or more',
    source: 'services/shared/contracts/src/events.ts',
    command: null,
  }),
} as const satisfies Record<string, () => Figure>;

export type Figures = Readonly<Record<keyof typeof MEASURED, Figure>>;

export const readFigures = (): Figures =>
  Object.fromEntries(Object.entries(MEASURED).map(([name, measure]) => [name, measure()])) as Figures;

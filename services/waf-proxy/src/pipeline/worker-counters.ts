import type { CounterHelp } from '../request/feature.ts';
import { FEATURES, type FeatureCounter } from './features.ts';

/** Counters besides those of the features. */
const OWN = {
  requests: 'Requests, refused ones included',
  blocked: 'Requests refused by policy or rules',
  rejected: 'Requests refused before routing',
  originErrors: 'Requests that an origin failed',
  originRetries: 'Requests repeated on a fresh connection',
  logRecords: 'Log records written',
  logRecordsLost: 'Log records lost before the spool',
  clientErrors: 'Connections that did not speak HTTP',
  handshakesRefused: 'TLS handshakes of clients that offered no version or cipher that their site takes',
  connectionsRefused: 'Connections beyond the share of their address',
  spansExported: 'Spans of sampled traces that the collector has',
  spansFailed: 'Spans that the collector did not take, or not in time',
  spansDropped: 'Spans dropped because too many waited for the collector',
} as const satisfies CounterHelp;

/** Gauges: they may fall. */
const GAUGES = {
  openConnections: 'Client connections open now',
  listsMissing: 'Lists that sites refer to and that are not there, summed over workers: nobody is on them',
  sitesDefended: 'Defences of sites that are up now, summed over workers',
} as const satisfies CounterHelp;

export type CounterName = keyof typeof OWN | FeatureCounter;
export type GaugeName = keyof typeof GAUGES;
/**
 * Counters of one worker, reported to the supervisor unchanged; they only rise while the worker lives, except for
 * gauges.
 */
export type WorkerCounters = Record<CounterName | GaugeName, number>;

/** Counter names with their help texts for `/metrics`. */
export const COUNTER_HELP = Object.assign({}, OWN, ...FEATURES.map(({ counters }) => counters)) as Readonly<
  Record<CounterName, string>
>;
export const COUNTER_NAMES = Object.keys(COUNTER_HELP) as CounterName[];
export const GAUGE_HELP: Readonly<Record<GaugeName, string>> = GAUGES;
export const GAUGE_NAMES = Object.keys(GAUGES) as GaugeName[];

export const newCounters = (): WorkerCounters =>
  Object.fromEntries([...COUNTER_NAMES, ...GAUGE_NAMES].map((name) => [name, 0])) as WorkerCounters;

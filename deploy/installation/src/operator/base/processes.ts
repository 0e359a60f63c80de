import { lookup } from 'node:dns/promises';
import { type Installation, PROCESSES, type ProcessName } from './installation.ts';

const ANSWER_MS = 4_000;

/** Status URL of a process, as reachable from here. */
export function statusUrl({ kind, settings }: Installation, name: ProcessName): string {
  const host = kind === 'standalone' ? '127.0.0.1' : name;
  if (name === 'gateway') return `http://${host}:${settings.gateway.PALISADE_GATEWAY_PORT}`;
  if (name === 'edge') return `http://${host}:${settings.edge.PALISADE_EDGE_ADMIN_PORT ?? 9090}`;
  const { PALISADE_GATEWAY_UPSTREAMS: upstreams = '{}' } = settings.gateway;
  return (JSON.parse(upstreams) as Record<string, string>)[name] ?? `http://${host}:4000`;
}

export async function metricsOf(installation: Installation, name: ProcessName): Promise<string> {
  return await textOf(new URL('/metrics', statusUrl(installation, name)));
}

const textOf = async (url: URL): Promise<string> =>
  await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })).text();

/** When each process was started, the oldest of its replicas; long ago where one does not say. */
export async function startTimes(installation: Installation): Promise<Map<ProcessName, Date>> {
  const times = PROCESSES.map(async (name) => {
    const started = await Promise.all((await replicasOf(statusUrl(installation, name))).map(startedAt));
    return [name, new Date(1_000 * Math.min(...started))] as const;
  });
  return new Map(await Promise.all(times));
}

/** The same URL at each address that its name has; as it is where the name has none. */
async function replicasOf(url: string): Promise<URL[]> {
  const { hostname } = new URL(url);
  const found = await lookup(hostname, { all: true }).catch(() => []);
  if (found.length < 2) return [new URL(url)];
  return found.map(({ address, family }) => {
    const replica = new URL(url);
    replica.hostname = family === 6 ? `[${address}]` : address;
    return replica;
  });
}

/** @returns seconds since 1970; 0: it does not say */
async function startedAt(url: URL): Promise<number> {
  const text = await textOf(new URL('/metrics', url)).catch(() => '');
  const line = text
    .split('\n')
    .find((one) => !one.startsWith('#') && one.includes('process_start_time_seconds'));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')));
}

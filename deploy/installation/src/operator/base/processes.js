import { PROCESSES } from './installation.ts';

const ANSWER_MS = 4000;
/** Where a process tells how it is, as seen from here. */
export function statusUrl({ kind, settings }, name) {
  const host = kind === 'standalone' ? '127.0.0.1' : name;
  if (name === 'gateway') return `http://${host}:${settings.gateway.PALISADE_GATEWAY_PORT}`;
  if (name === 'edge') return `http://${host}:${settings.edge.PALISADE_EDGE_ADMIN_PORT ?? 9090}`;
  const { PALISADE_GATEWAY_UPSTREAMS: upstreams = '{}' } = settings.gateway;
  return JSON.parse(upstreams)[name] ?? `http://${host}:4000`;
}
export async function metricsOf(installation, name) {
  const url = new URL('/metrics', statusUrl(installation, name));
  return await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })).text();
}
/** When each process was started; long ago where it does not say. */
export async function startTimes(installation) {
  const times = PROCESSES.map(async (name) => {
    const text = await metricsOf(installation, name).catch(() => '');
    const line = text
      .split('\n')
      .find((one) => !one.startsWith('#') && one.includes('process_start_time_seconds'));
    const seconds = line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')));
    return [name, new Date(seconds * 1000)];
  });
  return new Map(await Promise.all(times));
}

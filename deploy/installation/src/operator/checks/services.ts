import { type Installation, PROCESSES } from '../base/installation.ts';
import { metricsOf, statusUrl } from '../base/processes.ts';
import { describe, type Finding, failure, ok, setting, warning } from './finding.ts';

const TIMEOUT_MS = 4_000;

/** Whether each process of the control plane says that it can do its work. */
export async function checkServices(installation: Installation): Promise<Finding[]> {
  const [services, proxies, keys] = await Promise.all([
    Promise.all(statusUrls(installation).map(([name, url]) => checkService(name, url))),
    // An unavailable gateway is reported by other checks.
    metricsOf(installation, 'gateway').then(judgeProxies, () => []),
    Promise.all(
      PROCESSES.map((name) =>
        metricsOf(installation, name).then(
          (metrics) => judgeKeys(name, metrics),
          () => [],
        ),
      ),
    ),
  ]);
  return [...services, ...proxies, ...keys.flat()];
}

/** A rotation takes its seconds, and an edge replaces its workers one after another. */
const KEYS_BEHIND_S = 60;

export function judgeKeys(name: string, metrics: string): Finding[] {
  const sample = metrics.split('\n').find((line) => /^palisade_keys_behind_seconds[{ ]/.test(line));
  const seconds = sample?.split(' ').at(-1) ?? '0';
  if (!(Number(seconds) > KEYS_BEHIND_S)) return [];
  return [
    failure(
      'services.keys_behind',
      `${name} has newer keys for ${Math.round(Number(seconds))} s and goes on with those before`,
      `Its log says why (deploy/runbooks/KeysBehind.md); it tries again by itself. A rotation is at its end after it: palisade rotate-keys --finish.`,
    ),
  ];
}

/** From the gateway's counters since its start. */
export function judgeProxies(metrics: string): Finding[] {
  const found = metrics.matchAll(/^palisade_unbelieved_proxy_requests_total{address="([^"]+)"} (\d+)$/gm);
  return [...found].map(([, address, count]) =>
    warning(
      'services.proxy_not_believed',
      `${count} requests came through ${address}, which is no trusted proxy: all who come through it share one limit of sign-ins`,
      `If that is your proxy, add ${address}, or the network that gives it addresses, to PALISADE_TRUSTED_PROXIES.`,
    ),
  );
}

/** Status URLs of the processes that can be reached from here. */
function statusUrls(installation: Installation): [string, string][] {
  const { PALISADE_GATEWAY_UPSTREAMS: upstreams = '{}' } = installation.settings.gateway;
  const edgePort = setting(installation, 'PALISADE_EDGE_ADMIN_PORT');
  return [
    ...Object.entries(JSON.parse(upstreams) as Record<string, string>),
    ['gateway', statusUrl(installation, 'gateway')],
    // In containers only the edge's own reaches it.
    ...(edgePort && installation.kind === 'standalone'
      ? [['edge', `http://127.0.0.1:${edgePort}`] as [string, string]]
      : []),
  ];
}

async function checkService(name: string, url: string): Promise<Finding> {
  const todo = `See the log of ${name}, and whether it runs.`;
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) {
      await response.body?.cancel();
      return ok('services.ready', `${name} is ready`);
    }
    const { detail } = (await response.json()) as { detail?: string };
    return failure('services.not_ready', `${name}: ${detail ?? `answers ${response.status}`}`, todo);
  } catch (error) {
    const why = describe((error as Error).cause ?? error);
    return failure('services.unreachable', `${name} does not answer: ${why}`, todo);
  }
}

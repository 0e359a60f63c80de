import { describe, failure, ok, setting } from './finding.ts';

const TIMEOUT_MS = 4000;
/** Whether each process of the control plane says that it can do its work. */
export async function checkServices(installation) {
  return await Promise.all(statusUrls(installation).map(([name, url]) => checkService(name, url)));
}
/** Where each process tells how it is, for those that can be asked from here. */
export function statusUrls(installation) {
  const { PALISADE_GATEWAY_UPSTREAMS: upstreams = '{}' } = installation.settings.gateway;
  const edgePort = setting(installation, 'PALISADE_EDGE_ADMIN_PORT');
  return [
    ...Object.entries(JSON.parse(upstreams)),
    // In containers only the edge's own reaches it.
    ...(edgePort && installation.kind === 'standalone' ? [['edge', `http://127.0.0.1:${edgePort}`]] : []),
  ];
}
async function checkService(name, url) {
  const todo = `See the log of ${name}, and whether it runs.`;
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) {
      await response.body?.cancel();
      return ok('services.ready', `${name} is ready`);
    }
    const { detail } = await response.json();
    return failure('services.not_ready', `${name}: ${detail ?? `answers ${response.status}`}`, todo);
  } catch (error) {
    const why = describe(error.cause ?? error);
    return failure('services.unreachable', `${name} does not answer: ${why}`, todo);
  }
}

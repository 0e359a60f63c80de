// Brings Sites and SitePolicies of a namespace to Palisade: `node deploy/cli/dist/controller/main.js`. Of several such processes one works, by a Lease.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { z } from 'zod';
import { dashboardUrl } from '../base/credentials.ts';
import { SitesController } from './controller.ts';
import { accessOfPod, KubeClient } from './kubernetes/client.ts';
import { LeaseHolder } from './kubernetes/lease.ts';

const settingsSchema = z.object({
  PALISADE_URL: z.string().min(1),
  PALISADE_SITES_NAMESPACE: z.string().regex(/^[a-z0-9-]{1,63}$/),
  PALISADE_SITES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(4),
  PALISADE_SITES_PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
});

function log(level: string, message: string, facts: Record<string, unknown> = {}): void {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, msg: message, ...facts })}\n`,
  );
}

/** Names every setting that is missing or wrong. */
function read() {
  const parsed = settingsSchema.safeParse(process.env);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return {
    settings: parsed.data,
    client: new KubeClient(accessOfPod(process.env)),
    dashboard: dashboardUrl(parsed.data.PALISADE_URL),
  };
}

let known: ReturnType<typeof read>;
try {
  known = read();
} catch (error) {
  log('error', 'this process does not start', { error: (error as Error).message });
  process.exit(1);
}
const { settings, client, dashboard } = known;
const stopping = new AbortController();
/** None until the Lease is held. */
let controller = null as SitesController | null;

// One that waits for the Lease is as ready as one that holds it.
const server = createServer(({ url }, response) => {
  if (url === '/metrics') {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    response.end(
      `palisade_sites_controller_leads ${controller === null ? 0 : 1}\npalisade_sites_controller_queue ${controller?.depth ?? 0}\n`,
    );
    return;
  }
  const isReady = controller?.ready ?? true;
  response.statusCode = url === '/livez' || (url === '/readyz' && isReady) ? 200 : 503;
  response.end();
}).listen(settings.PALISADE_SITES_PORT);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

const lease = new LeaseHolder(
  client,
  { namespace: settings.PALISADE_SITES_NAMESPACE, name: 'palisade-sites' },
  `${hostname()}-${randomBytes(4).toString('hex')}`,
);
try {
  await lease.acquire(stopping.signal);
  log('info', 'this process works on sites');
  await lease.hold((lost) => {
    controller = new SitesController({
      client,
      lost,
      namespace: settings.PALISADE_SITES_NAMESPACE,
      dashboard,
      atOnce: settings.PALISADE_SITES_AT_ONCE,
      log,
    });
    return controller.run(stopping.signal);
  });
  await lease.release();
} catch (error) {
  if (!stopping.signal.aborted) {
    log('error', 'this process ends', { error: String(error) });
    process.exitCode = 1;
  }
} finally {
  server.close();
}

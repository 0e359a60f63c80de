// npm run prove:shares [-- NAME …]: strangers hoard a worker's memory with bodies that never end, while clients of another
// site, and of the same one, upload 200 KB each, fifty times. Prints how many of these got through.
import { request } from 'node:http';
import { HOARDS, hoard, hoardStreams } from './hoarders.ts';
import { startSharedEdge } from './shared-edge.ts';

const UPLOADS = 50;
const TIMEOUT_MS = 10_000;
/** Another network than the hoarders'. */
const HONEST_ADDRESS = '127.9.9.4';
const BODY = Buffer.alloc(200_000, 'b');

function upload(port: number): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/upload',
        method: 'POST',
        localAddress: HONEST_ADDRESS,
        agent: false,
        headers: {
          host: 'shop.example',
          'content-type': 'application/octet-stream',
          'content-length': BODY.length,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(BODY);
  });
}

const chosen = process.argv.slice(2);
const results = [];
for (const attack of HOARDS) {
  if (chosen.length > 0 && !chosen.includes(attack.name)) continue;
  const edge = await startSharedEdge();
  const hoarding =
    attack.streams > 0 ? await hoardStreams(attack, edge.httpsPort) : await hoard(attack, edge.port);
  const openBefore = hoarding.open();
  const statuses: Record<string, number> = {};
  let slowest = 0;
  for (let index = 0; index < UPLOADS; index++) {
    const startedAt = performance.now();
    const status = await upload(edge.port);
    slowest = Math.max(slowest, Math.round(performance.now() - startedAt));
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  // Workers report once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const used = await edge.metrics();
  results.push({
    name: attack.name,
    what: attack.what,
    held: openBefore,
    heldAfter: hoarding.open(),
    served: statuses[200] ?? 0,
    of: UPLOADS,
    statuses: JSON.stringify(statuses),
    slowest,
    ...used,
  });
  hoarding.stop();
  await edge.stop();
}
console.table(results);
if (results.some(({ served }) => served < UPLOADS)) process.exitCode = 1;

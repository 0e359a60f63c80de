import { startEdge } from '../../test-support/edge-harness.ts';
import { startRecordingOrigin } from '../../test-support/recording-origin.ts';

const BYTES = 4 * 1024 * 1024;
const LARGE = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${BYTES}\r\n\r\n`),
  Buffer.alloc(BYTES, 'x'),
]);

/**
 * @param capped one address may hold so many connections as usual. Otherwise there is no cap, as if the attacker had many
 *   addresses: then only the deadlines end slow connections.
 */
export async function startSlowEdge(capped: boolean) {
  const origin = await startRecordingOrigin(({ head }) =>
    head.startsWith('GET /large') ? LARGE : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  );
  const edge = await startEdge(origin.port, { trustedProxies: capped ? [] : ['127.0.0.1'] }, (config) => {
    config.hosts = ['shop.example', 'localhost'];
  });
  return {
    url: `http://localhost:${edge.port}`,
    openConnections: () => edge.worker.counters.openConnections,
    stop: async () => {
      await edge.stop();
      await origin.close();
    },
  };
}

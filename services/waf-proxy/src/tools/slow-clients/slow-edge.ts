import { startEdge } from '../../test-support/edge-harness.ts';
import { startRecordingOrigin } from '../../test-support/recording-origin.ts';

const BYTES = 4 * 1024 * 1024;
const LARGE = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${BYTES}\r\n\r\n`),
  Buffer.alloc(BYTES, 'x'),
]);

/** An edge whose clients are all one address, so that only its deadlines end slow ones, not the cap per address. */
export async function startSlowEdge() {
  const origin = await startRecordingOrigin(({ head }) =>
    head.startsWith('GET /large') ? LARGE : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  );
  const edge = await startEdge(origin.port, { trustedProxies: ['127.0.0.1'] }, (config) => {
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

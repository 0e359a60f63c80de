// npm run prove:h2spec: h2spec against the edge and against bare node:http2 beside it. The edge may fail nothing that
// Node does not.
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { startEdge } from '../../test-support/edge-harness.ts';
import { findH2Spec, type H2SpecResult, runH2Spec } from './run-h2spec.ts';

/** Long enough for the cases that play with windows. */
const ANSWER = 'an answer of some bytes '.repeat(50);

const command = findH2Spec();
const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
  algorithm: 'sha256',
});
const origin = createServer((request, response) => {
  request.resume().on('end', () => response.end(ANSWER));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => origin.once('listening', resolve));
const edge = await startEdge(
  (origin.address() as AddressInfo).port,
  { selfSigned: { cert, key } },
  (config) => {
    config.hosts = ['localhost'];
  },
);
const bare = createSecureServer({ cert, key }, (request, response) => {
  request.resume().on('end', () => response.end(ANSWER));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => bare.once('listening', resolve));

const ofEdge = await runH2Spec(command, edge.httpsPort);
const ofNode = await runH2Spec(command, (bare.address() as AddressInfo).port);
const row = ({ passed, failed, skipped }: H2SpecResult) => ({ passed, failed, skipped });
console.table({ edge: row(ofEdge), 'node:http2': row(ofNode) });
for (const failure of ofNode.failures)
  if (!ofEdge.failures.has(failure)) console.log(`better than Node: ${failure}`);
const worse = [...ofEdge.failures].filter((failure) => !ofNode.failures.has(failure));
for (const failure of worse) console.error(`worse than Node: ${failure}`);
// The suite leaves half-open sessions behind; nothing of them is worth waiting for.
process.exit(worse.length === 0 && ofEdge.passed > 0 ? 0 : 1);

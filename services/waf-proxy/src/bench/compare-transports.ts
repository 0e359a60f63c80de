import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from 'selfsigned';
import { http2Load, type Load, wrkLoad } from './load.ts';
import { type Measurement, measureInTurns } from './measure.ts';
import { type BenchCertificate, startEdge, startOrigin, startProxy, type Target } from './servers.ts';
import { BROWSER_FIELDS, HOST, NEW_CONNECTION, SHORT_GET } from './workloads.ts';

const CONNECTIONS = 32;
const HTTP2_CONNECTIONS = 8;
const HTTP2_STREAMS = 4;

interface Transport {
  name: string;
  load: Load;
  portOf(target: Target): number;
  gate: number | null;
}

/** The same short requests over other transports, each against nginx doing the same. */
export async function compareTransports(folder: string, rounds: number): Promise<object> {
  const certificate = await makeCertificate(folder);
  const { port: originPort } = await startOrigin(folder);
  const nginx = await startProxy(folder, originPort, { name: 'nginx', certificate });
  const tls = { cert: certificate.cert, key: certificate.key };
  const edge = await startEdge(folder, 'bare', { originPort, tls });
  const clear = (target: Target) => target.port;
  const secure = (target: Target) => target.tlsPort;
  const transports: Transport[] = [
    { name: 'HTTP/1.1 keep-alive', load: wrkLoad(folder, SHORT_GET, CONNECTIONS), portOf: clear, gate: 2 },
    {
      name: 'TLS, HTTP/1.1 keep-alive',
      load: wrkLoad(folder, SHORT_GET, CONNECTIONS, 'https'),
      portOf: secure,
      gate: 2,
    },
    {
      name: 'HTTP/2, short GET',
      load: http2Load(HOST, [], HTTP2_CONNECTIONS, HTTP2_STREAMS),
      portOf: secure,
      gate: 3,
    },
    {
      name: 'HTTP/2, browser GET',
      load: http2Load(HOST, BROWSER_FIELDS, HTTP2_CONNECTIONS, HTTP2_STREAMS),
      portOf: secure,
      gate: 3,
    },
    {
      name: 'new connections',
      load: wrkLoad(folder, NEW_CONNECTION, CONNECTIONS),
      portOf: clear,
      gate: null,
    },
    {
      name: 'new TLS connections',
      load: wrkLoad(folder, NEW_CONNECTION, CONNECTIONS, 'https'),
      portOf: secure,
      gate: null,
    },
  ];
  const results: Record<string, Record<string, Measurement>> = {};
  const table: Record<string, Record<string, string | number>> = {};
  for (const { name, load, portOf, gate } of transports) {
    const measured = await measureInTurns([nginx, edge], load, rounds, { portOf });
    results[name] = measured;
    const [theirs, ours] = [measured.nginx!, measured.bare!];
    table[name] = {
      'nginx µs': theirs.micros.toFixed(1),
      'edge µs': ours.micros.toFixed(1),
      ratio: (ours.micros / theirs.micros).toFixed(2),
      gate: gate ?? '',
      errors: theirs.errors + ours.errors,
    };
  }
  console.table(table);
  return { rounds, results };
}

async function makeCertificate(folder: string): Promise<BenchCertificate> {
  const pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
  const certFile = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'key.pem');
  writeFileSync(certFile, pems.cert);
  writeFileSync(keyFile, pems.private, { mode: 0o600 });
  return { certFile, keyFile, cert: pems.cert, key: pems.private };
}

// `npm run bench:edge [-- --rounds N] [--variants bare,policy,own-5,own-100,rules]`: against nginx as a plain proxy, and http-proxy.
// `npm run bench:edge -- --transports`: TLS, HTTP/2 and new connections, each against nginx doing the same.
// `npm run bench:edge -- --cache`: answers from the cache, against nginx with proxy_cache.
// `npm run bench:edge -- --compression`: a small page compressed for every client, against nginx with gzip.
// `npm run bench:edge -- --own-rules`: what custom rules add to a request, in process.
// `npm run bench:edge -- --crs [--processes 3]`: the whole way with OWASP CRS 3.3.4, blocking, against nginx with libmodsecurity.
//
// CPU time per request of one edge worker, as a ratio to a peer measured in the same run: the measured server pinned to
// one core, load generator (wrk, h2load) and origin (another nginx) to the other. All servers take turns in short rounds
// and the best of each counts. Prints a table and, last, one JSON object.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareCache } from './compare-cache.ts';
import { compareCompression } from './compare-compression.ts';
import { compareCrs } from './compare-crs.ts';
import { compareProxies } from './compare-proxies.ts';
import { compareTransports } from './compare-transports.ts';
import { type EdgeVariant, isEdgeVariant } from './edge-settings.ts';
import { measureOwnRules } from './own-rules-alone.ts';
import { endAll } from './processes.ts';

const { values } = parseArgs({
  options: {
    crs: { type: 'boolean', default: false },
    cache: { type: 'boolean', default: false },
    compression: { type: 'boolean', default: false },
    transports: { type: 'boolean', default: false },
    'own-rules': { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    processes: { type: 'string', default: '3' },
    variants: { type: 'string', default: 'bare,policy,rules' },
  },
});

function variantsAsked(): EdgeVariant[] {
  return values.variants.split(',').map((name) => {
    if (!isEdgeVariant(name)) throw new Error(`there is no variant ${name}`);
    return name;
  });
}

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bench-'));
try {
  const rounds = Number(values.rounds);
  let result: object;
  if (values.crs) result = await compareCrs(folder, rounds, Number(values.processes));
  else if (values.cache) result = await compareCache(folder, rounds);
  else if (values.compression) result = await compareCompression(folder, rounds);
  else if (values['own-rules']) result = measureOwnRules(rounds);
  else if (values.transports) result = await compareTransports(folder, rounds);
  else result = await compareProxies(folder, rounds, variantsAsked());
  console.log(JSON.stringify(result));
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true });
}

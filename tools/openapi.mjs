// Writes the whole API's description to frontend/openapi.json, out of the built services, none of which is started:
// no database, no Redis. With --check it only says whether the committed file is in step.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

const target = path.join(root, 'frontend', 'openapi.json');
const built = (service, file) =>
  import(pathToFileURL(path.join(root, 'services', service, 'dist', file)).href);
const { describeApi } = await built('shared/nest-kit', 'index.js');
const { describeGathered } = await built('gateway', 'modules/openapi/describe-gathered.js');
const { mergeDocuments } = await built('gateway', 'modules/openapi/merge-documents.js');
const { UPSTREAMS, routeOf } = await built('gateway', 'routes/route-table.js');

/** Modules are only inspected, not started, so their settings have no effect. */
const given = {
  PALISADE_EVENT_SIGNING_KEY: generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
};
const settings = new Proxy(given, {
  get: (_target, name) => given[name] ?? (isAbsent(name) ? undefined : ''),
});
/** Which bus it is, is read while a module is put together; absent, it is the default one. */
const isAbsent = (name) => typeof name === 'symbol' || name.startsWith('PALISADE_BUS');

const parts = {};
for (const service of UPSTREAMS) {
  if (!existsSync(path.join(root, 'services', service, 'dist', 'app.module.js'))) {
    console.warn(`palisade: services/${service} has no app.module.ts yet, so its API is not described`);
    continue;
  }
  const { AppModule } = await built(service, 'app.module.js');
  parts[service] = await describeApi(service, AppModule.forRoot(settings));
  for (const route of Object.keys(parts[service].paths)) {
    // A route that the gateway sends elsewhere, or nowhere, would be described and never answer.
    const owner = routeOf(route.replaceAll(/[{}]/g, ''))?.upstream ?? 'nobody';
    if (owner !== service) throw new Error(`${route} is ${service}'s, but the gateway gives it to ${owner}`);
  }
}
parts.gateway = describeGathered(parts);
const text = `${JSON.stringify(mergeDocuments(parts), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
  console.log(`palisade: ${path.relative(root, target)} describes ${Object.keys(parts).join(', ')}`);
} else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  console.error('palisade: frontend/openapi.json is out of step; run "npm run openapi" and commit it');
  process.exit(1);
}
// Modules may have opened something on being loaded; there is nothing to wait for.
process.exit(0);

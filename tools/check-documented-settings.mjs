// Every setting that a service reads has to be documented in the README of its package.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './workspace.mjs';

const KIT = 'services/shared/nest-kit/README.md';
const ROOMS = {
  'services/auth/README.md': ['services/auth/src/config/config.ts'],
  'services/billing/README.md': ['services/billing/src/config/config.ts'],
  'services/domains/README.md': [
    'services/domains/src/config/config.ts',
    'services/domains/src/config/acme-settings.ts',
  ],
  'services/gateway/README.md': ['services/gateway/src/config/config.ts'],
  'services/logs/README.md': ['services/logs/src/config/config.ts'],
  'services/mailer/README.md': ['services/mailer/src/config/config.ts'],
  'services/waf-proxy/README.md': ['services/waf-proxy/src/node/config/config.ts'],
  [KIT]: [
    'services/shared/nest-kit/src/config/fields.ts',
    'services/shared/tracing/src/settings.ts',
    'services/shared/messaging/src/settings/bus-settings.ts',
    'services/shared/messaging/src/envelope/event-keys.ts',
  ],
};

const read = (file) => readFileSync(path.join(root, file), 'utf8');
/** Names, but not families of them such as PALISADE_BUS_KAFKA_*. */
const settingsIn = (text) => [...new Set(text.match(/\b(?:PALISADE|OTEL)_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g))];

/** Written in full, or as the end that it does not share with the one before it: `PALISADE_A_CERT`, `_KEY`. */
function tells(readme, setting) {
  if (readme.includes(`\`${setting}\``)) return true;
  return (readme.match(/`_[A-Z0-9_]+`/g) ?? []).some((end) => setting.endsWith(end.slice(1, -1)));
}

const common = read(KIT);
const missing = Object.entries(ROOMS).flatMap(([readme, sources]) => {
  const documented = read(readme) + common;
  return sources
    .flatMap((source) => settingsIn(read(source)))
    .filter((setting) => !tells(documented, setting))
    .map((setting) => `${readme}: ${setting} is not told`);
});
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exit(1);
}

// `node services/waf-proxy/dist/tools/rule-bundle/main.js --name crs-4.7.0 --rules DIR [--setup FILE] --key FILE --out DIR`
//
// Signs a folder of SecLang, such as a release of OWASP CRS, as one file that edges take as a rule release, and writes the list
// beside it that they read at PALISADE_EDGE_RULE_RELEASES_URL. --key: JSON with `keyId` and `privateKey`, as the domains service has it.
// With --candidate edges try it on a share of the sites that run the release of that name.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { signRuleBundle } from '@palisade/edge-state';
import { z } from 'zod';

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    rules: { type: 'string' },
    setup: { type: 'string' },
    key: { type: 'string' },
    out: { type: 'string' },
    candidate: { type: 'boolean', default: false },
  },
});
const { name, rules, setup, key, out, candidate } = values;
if (name === undefined || rules === undefined || key === undefined || out === undefined) {
  console.error('usage: --name NAME --rules DIR [--setup FILE] --key FILE --out DIR [--candidate]');
  process.exit(2);
}

const signing = z
  .object({ keyId: z.string(), privateKey: z.string() })
  .parse(JSON.parse(readFileSync(key, 'utf8')));
const inBase64 = (file: string): string => readFileSync(file).toString('base64');
const files = Object.fromEntries(
  readdirSync(rules, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.(?:conf|data)$/.test(entry.name))
    .map((entry): [string, string] => [entry.name, inBase64(path.join(rules, entry.name))]),
);
if (setup !== undefined) files['setup.conf'] = inBase64(setup);

mkdirSync(out, { recursive: true });
const file = `${name}${candidate ? '.candidate' : ''}.rules`;
writeFileSync(path.join(out, file), signRuleBundle({ name, madeAtMs: Date.now(), files }, signing));
const digestOf = (entry: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(out, entry)))
    .digest('hex');
const releases = readdirSync(out)
  .filter((entry) => entry.endsWith('.rules'))
  .map((entry) => ({ file: entry, sha256: digestOf(entry) }));
writeFileSync(path.join(out, 'releases.json'), JSON.stringify({ releases }, null, 2));
console.log(`${path.join(out, file)}: ${Object.keys(files).length} files`);

import { readFileSync } from 'node:fs';
import path from 'node:path';
import satisfies from 'spdx-satisfies';
import { root } from '../workspace.mjs';
import { GO_PROGRAMS, goModules, hasGo } from './go-modules.mjs';

/** Licences whose code may be part of a work under AGPL-3.0-or-later, or used to build it. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
];

/** What packages say in words that are no SPDX expression, or do not say in the lock file: read in their own files. */
const READ_BY_HAND = {
  buildcheck: 'MIT',
  busboy: 'MIT',
  'cpu-features': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  slick: 'MIT',
  ssh2: 'MIT',
  streamsearch: 'MIT',
};

/** Every package of the lock file, development's too, and every Go module of what is built of them has a licence that ours may be combined with. */
export function licences({ release }) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const others = Object.entries(packages).filter(
    ([where, entry]) => where.includes('node_modules/') && !entry.link,
  );
  const modules = hasGo() ? GO_PROGRAMS.flatMap(goModules) : [];
  const refused = others
    .map(([where, entry]) => ({ name: where.split('node_modules/').at(-1), ...entry }))
    .concat(modules)
    .filter(({ name, license }) => !isAllowed(READ_BY_HAND[name] ?? license))
    .map(({ name, version, license }) => `  ${name}@${version}: ${license ?? 'none stated'}`);
  if (refused.length === 0 && !hasGo())
    return {
      ok: !release,
      said: `${others.length} packages are allowed; NOT KNOWN of Go modules, there is no go`,
    };
  return refused.length === 0
    ? {
        ok: true,
        said: `${others.length} packages and ${modules.length} Go modules, each under a licence that is allowed`,
      }
    : { ok: false, said: `not allowed, or not known:\n${refused.join('\n')}` };
}

export function isAllowed(expression) {
  if (typeof expression !== 'string') return false;
  try {
    return satisfies(expression, ALLOWED);
  } catch {
    // Not an SPDX expression: somebody has to read what is meant.
    return false;
  }
}

// Why a test may be skipped. A test says its reason in its name, `[skipped: REASON]` (Playwright: in its annotation); a skip
// without a reason, or with one that is not here or does not hold on this machine, fails the run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const testData = () => process.env.PALISADE_TEST_DATA ?? path.resolve(root, '../shared/data');

/** @type {readonly { reason: RegExp, holds: () => boolean }[]} */
export const ALLOWED_SKIPS = [
  // Corpora and conformance archives are third parties' and no part of this repository; who has any has all.
  { reason: /^no .+ in the test data$/, holds: () => !existsSync(testData()) },
  // A second generation of the OWASP rules beside Debian's, for who has a checkout of it.
  {
    reason: /^no rules in PALISADE_CRS4_DIR$/,
    holds: () => (process.env.PALISADE_CRS4_DIR ?? '') === '',
  },
  // The HTTP/3 front is a program in Go, and so is the tests' client.
  { reason: /^no Go$/, holds: () => spawnSync('go', ['version']).status !== 0 },
  // A disk that may be filled is mounted in a namespace of its own, which containers and some systems forbid.
  {
    reason: /^no mounts of one’s own$/,
    holds: () => {
      const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
      return spawnSync('unshare', [...asRoot, '--mount', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status !== 0;
    },
  },
  // And so is a network that may be cut.
  {
    reason: /^no networks of one’s own$/,
    holds: () => process.getuid?.() !== 0 || spawnSync('unshare', ['--net', 'ip', 'link']).status !== 0,
  },
  // Debian's OWASP rules: `tools/system-packages.mjs` installs them where it may.
  { reason: /^no OWASP CRS of Debian$/, holds: () => !existsSync('/usr/share/modsecurity-crs/rules') },
];

/** The reason in a test's full name; null where it has none. */
export const skipReasonIn = (name) => /\[skipped: ([^\]]+)\]/.exec(name)?.[1] ?? null;

export const mayBeSkipped = (reason, allowed = ALLOWED_SKIPS) =>
  reason !== null && allowed.some((entry) => entry.reason.test(reason) && entry.holds());

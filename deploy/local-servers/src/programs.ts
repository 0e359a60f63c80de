import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BUNDLE_FOLDER, bundledAt } from './bundle-folder.ts';

/** A program in the one form and the other: as the compiler leaves it, and in the bundle (`bundle.mjs` has the names). */
const BUILT = {
  auth: 'services/auth/dist/main.js',
  billing: 'services/billing/dist/main.js',
  domains: 'services/domains/dist/main.js',
  gateway: 'services/gateway/dist/main.js',
  logs: 'services/logs/dist/main.js',
  mailer: 'services/mailer/dist/main.js',
  'waf-proxy': 'services/waf-proxy/dist/main.js',
  'create-user': 'services/auth/dist/tools/create-user.js',
} as const;

export type Program = keyof typeof BUILT;

/**
 * Where the launcher, and tests that start a service, find its program. A bundled service is ready in half the time, and holds a quarter less memory. One that was
 * compiled anew since then is started as it was compiled.
 */
export function programs(root: string, dev: boolean): (name: Program) => string {
  const isBundled = !dev && bundledAt(root) >= compiledAt(root);
  return (name) => path.join(root, isBundled ? path.join(BUNDLE_FOLDER, `${name}.js`) : BUILT[name]);
}

/** When the compiler has last written anything. */
function compiledAt(root: string): number {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const notes = globSync(
    workspaces.map((folder) => `${folder}/dist/.tsbuildinfo`),
    { cwd: root },
  );
  return Math.max(...notes.map((file) => statSync(path.join(root, file)).mtimeMs));
}

// `npm run check [-- --no-tests]`: what CI checks apart from the slow tests. Each check is a target of Nx: what is unchanged since it
// passed comes from Nx's cache.
import { buildTypeScript } from './build.mjs';
import { runNx } from './nx.mjs';
import { ensureInstalled } from './workspace.mjs';

/** By the target's name. */
const CHECKS = {
  lint: 'format and lint (Biome)',
  settings: 'every setting that a service reads is documented in its README',
  quarantine: 'the list of quarantined tests does not grow',
  boundaries: 'who imports whom',
  unused: 'files, exports and packages that nothing uses (knip)',
  generated: 'generated code and reference pages are in step with the contracts',
  typecheck: 'types',
  sizes: "sizes of the SPA's chunks",
  test: 'unit tests; not with --no-tests',
};

if (process.argv.includes('--help')) {
  for (const [name, what] of Object.entries(CHECKS)) console.log(`${name.padEnd(12)}${what}`);
  process.exit(0);
}
const targets = Object.keys(CHECKS).filter((name) => name !== 'test' || !process.argv.includes('--no-tests'));
ensureInstalled();
buildTypeScript();
runNx(['run-many', '--targets', targets.join(','), '--parallel=2', '--nxBail=false']);

// `npm run security [-- CHECK …] [--release]`: what reads the code and its packages for known kinds of mistakes.
//   secrets   no key, token or password of any known kind in a tracked file
//   licences  every package that the lock file names has a licence that ours may be combined with
//   static    semgrep with the rules in rules/, after their own examples have proven that they find what they should
//   audit     known vulnerabilities, where the registry answers such questions; --release fails where it does not
// Ends with an exit code other than 0 if one of them finds something.
import path from 'node:path';
import { ensureInstalled, root, runNode } from '../workspace.mjs';

ensureInstalled();
runNode(path.join(root, 'tools/system-packages.mjs'), ['security']);
const { audit } = await import('./audit.mjs');
const { licences } = await import('./licences.mjs');
const { secrets } = await import('./secrets.mjs');
const { staticAnalysis } = await import('./static-analysis.mjs');

const checks = { secrets, licences, static: staticAnalysis, audit };
const words = process.argv.slice(2);
const release = words.includes('--release');
const chosen = words.filter((word) => !word.startsWith('-'));
const unknown = chosen.filter((word) => !Object.hasOwn(checks, word));
if (unknown.length > 0) {
  console.error(
    `security: no check is called ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`,
  );
  process.exit(2);
}

let failed = 0;
for (const name of chosen.length > 0 ? chosen : Object.keys(checks)) {
  const { ok, said } = checks[name]({ release });
  console.log(`security: ${name}: ${said}`);
  if (!ok) failed++;
}
process.exit(failed > 0 ? 1 : 0);

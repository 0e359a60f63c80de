// `npm run waf:scores`: the score sheet of the managed rules, and the sizes of installations, which are reckoned from its CPU figures.
import path from 'node:path';
import { root, runNode } from './workspace.mjs';

const runTypeScript = path.join(root, 'tools/run-ts.mjs');
runNode(runTypeScript, ['services/shared/managed-rules/src/tools/score/scores.ts', ...process.argv.slice(2)]);
runNode(runTypeScript, ['tools/scale-model/main.ts', '--write']);

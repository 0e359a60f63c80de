// Puts the owners' command into one file that needs nothing but Node: dist/palisade.mjs.
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const here = import.meta.dirname;
const file = path.join(here, 'dist/palisade.mjs');
const { version } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));

const bundle = await rolldown({
  input: path.join(here, 'src/main.ts'),
  platform: 'node',
  resolve: { conditionNames: ['@palisade/source', 'node', 'import', 'default'] },
  transform: { define: { PALISADE_VERSION: JSON.stringify(version) }, target: 'node24' },
  onLog(level, log) {
    // What cannot be resolved would be missing where the file runs.
    if (level === 'warn') throw new Error(log.message);
  },
});
await bundle.write({ file, format: 'esm', codeSplitting: false });
await bundle.close();
chmodSync(file, 0o755);

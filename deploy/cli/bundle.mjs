// Puts the owners' command into one file that needs nothing but Node: dist/palisade.mjs.
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const here = import.meta.dirname;
const file = path.join(here, 'dist/palisade.mjs');
const { version } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));

const managedRules = path.join(here, '../../services/shared/managed-rules');

/** The texts of the rules, in the place of the module that reads them. */
const rulesInside = {
  name: 'rules-inside',
  load(id) {
    if (id !== path.join(managedRules, 'src/rule-files.ts')) return null;
    const files = Object.fromEntries(
      ['rules', 'rules/regex-assembly', 'rules/regex-assembly/include', 'packs'].map((folder) => [
        folder,
        filesOf(path.join(managedRules, folder)),
      ]),
    );
    return {
      code: `const FILES = ${JSON.stringify(files)};\nexport const ruleFiles = (folder) => FILES[folder];`,
      moduleType: 'js',
    };
  },
};

const filesOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

const bundle = await rolldown({
  input: path.join(here, 'src/main.ts'),
  platform: 'node',
  plugins: [rulesInside],
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

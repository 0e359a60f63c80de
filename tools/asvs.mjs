// `node tools/asvs.mjs`: counts the states in docs/security/asvs.md and writes the table at its top.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const ASVS_FILE = path.resolve(import.meta.dirname, '../docs/security/asvs.md');
export const STATES = ['met', 'partly', 'not met', 'not applicable'];

const ROW = /^\| (\d+\.\d+\.\d+) \| /;
const COUNTS = /(?<=<!-- counts -->\n)[\s\S]*(?=<!-- \/counts -->)/;

/** One for each requirement, in the order of the file. */
export function requirementsIn(text) {
  return text
    .split('\n')
    .filter((line) => ROW.test(line))
    .map((line) => {
      const [id, level, requirement, state, where, test, note] = line.slice(2, -2).split(' | ');
      return { id, level, requirement, state, where, test, note };
    });
}

/** What stands between the marks at the top. */
export const countsIn = (text) => COUNTS.exec(text)?.[0] ?? '';

/** Requirements by level and state, as a table. */
export function countsOf(requirements) {
  const line = (name, rows) =>
    `| ${[name, rows.length, ...STATES.map((state) => rows.filter((row) => row.state === state).length)].join(' | ')} |`;
  return [
    '',
    `| level | requirements | ${STATES.join(' | ')} |`,
    '|---|---|---|---|---|---|',
    ...['1', '2'].map((level) =>
      line(
        level,
        requirements.filter((row) => row.level === level),
      ),
    ),
    line('both', requirements),
    '',
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = readFileSync(ASVS_FILE, 'utf8');
  const counts = countsOf(requirementsIn(text));
  writeFileSync(
    ASVS_FILE,
    text.replace(COUNTS, () => counts),
  );
  console.log(counts.trim());
}

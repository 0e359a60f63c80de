import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { pythonProgram } from './python-tool.mjs';

const rules = path.join(root, 'tools/security/rules');

/** semgrep with our own rules over the code, after the rules' own examples. */
export function staticAnalysis() {
  const semgrep = pythonProgram('semgrep', path.join(root, 'tools/security/semgrep-requirements.txt'));
  const proof = run(semgrep, ['--test', '--metrics', 'off', rules]);
  if (proof.status !== 0) return { ok: false, said: `a rule does not find its own examples\n${proof.text}` };
  const words = [
    '--error',
    '--exclude',
    'tools/security/rules',
    '--metrics',
    'off',
    '--disable-version-check',
    '--quiet',
    '--json',
  ];
  const scan = run(semgrep, [
    'scan',
    '--config',
    rules,
    ...words,
    'services',
    'deploy',
    'frontend/src',
    'tools',
  ]);
  const report = JSON.parse(scan.stdout);
  const found = report.results.map(
    ({ check_id, path: file, start, extra }) =>
      `  ${file}:${start.line} ${check_id.split('.').at(-1)}\n    ${extra.message.trim()}`,
  );
  // Newer TypeScript than semgrep's grammar knows is a warning: the rest of such a file was read.
  const problems = report.errors
    .filter(({ level }) => level === 'error')
    .map(({ message }) => `  ${message}`);
  const looked = report.paths.scanned.length;
  if (found.length + problems.length > 0 || looked === 0)
    return { ok: false, said: `${looked} files\n${[...found, ...problems].join('\n')}` };
  const unexplained = exemptions().filter((line) => !/nosemgrep: [a-z-]+ -- \S/.test(line));
  if (unexplained.length > 0)
    return { ok: false, said: `exempt without a rule and a reason:\n  ${unexplained.join('\n  ')}` };
  return { ok: true, said: `nothing in ${looked} files` };
}

/** Comments that make semgrep ignore the next line: `nosemgrep: RULE -- REASON`. */
function exemptions() {
  const { stdout } = spawnSync('git', ['grep', '-n', 'nosemgrep:', '--', '*.ts', '*.tsx', 'deploy/*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean);
}

function run(program, words) {
  const env = { ...process.env, SEMGREP_SEND_METRICS: 'off', SEMGREP_ENABLE_VERSION_CHECK: '0' };
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: root,
    encoding: 'utf8',
    env,
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { status, stdout, text: stdout + stderr };
}

// Who imports whom: dependency-cruiser's rules, and no folder cycles inside a package. Runs on Node 24.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderCycles } from './boundaries/folder-cycles.mjs';
import { environment, root } from './workspace.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-boundaries-'));
try {
  process.exitCode = check(path.join(folder, 'imports.json'));
} finally {
  rmSync(folder, { recursive: true });
}

function check(report) {
  const places = ['services', 'frontend/src', 'deploy', 'tools/fuzz'];
  const cruised = command(
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', ...places, '--output-type', 'json'],
    report,
  );
  // With a report in JSON the exit code counts violations; the report itself lists them.
  if (cruised.error || cruised.signal)
    throw new Error('dependency-cruiser did not run', { cause: cruised.error });
  const printed = command('depcruise-fmt', ['--exit-code', '--output-type', 'err-long', report]);
  const { modules } = JSON.parse(readFileSync(report, 'utf8'));
  const found = folderCycles(modules);
  for (const [room, cycles] of found)
    for (const cycle of cycles) console.error(`folder cycle in ${room}:\n  ${cycle.join('\n  ')}`);
  // A formatter that was killed has no status: that is no success.
  return printed.status === 0 && found.size === 0 ? 0 : 1;
}

function command(name, args, outputFile) {
  const output = outputFile ? openSync(outputFile, 'w') : 'inherit';
  return spawnSync(path.join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    env: environment(),
    stdio: ['ignore', output, 'inherit'],
  });
}

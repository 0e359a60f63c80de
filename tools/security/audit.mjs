import { spawnSync } from 'node:child_process';
import { environment, root } from '../workspace.mjs';
import { goAudit } from './go-modules.mjs';

/**
 * Known vulnerabilities of what installations run. Not every registry answers: then nothing is known, which is said, and
 * is a failure only for a release.
 */
export function audit({ release }) {
  const [packages, modules] = [auditPackages(release), auditModules(release)];
  return { ok: packages.ok && modules.ok, said: `${packages.said}; ${modules.said}` };
}

function auditModules(release) {
  const { known, said, found } = goAudit();
  if (!known) return { ok: !release, said: `NOT KNOWN of Go modules (${said})` };
  return found.length === 0
    ? { ok: true, said: 'none known in Go modules that is called' }
    : { ok: false, said: `Go modules:\n${found.join('\n')}` };
}

function auditPackages(release) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev', '--audit-level=high'], {
    cwd: root,
    encoding: 'utf8',
    env: environment(),
  });
  const report = read(stdout);
  if (report?.metadata?.vulnerabilities === undefined) {
    const why = report?.message ?? report?.error?.summary ?? 'no answer';
    return { ok: !release, said: `NOT KNOWN, this registry does not answer audits (${why.split('\n')[0]})` };
  }
  const { high, critical, total } = report.metadata.vulnerabilities;
  const names = Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `  ${name} ${range}: ${severity}`);
  return high + critical === 0
    ? { ok: true, said: `no high or critical vulnerability known (${total} lower)` }
    : { ok: false, said: `${high} high, ${critical} critical:\n${names.join('\n')}` };
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    // npm writes no report at all where it could not ask.
    return null;
  }
}

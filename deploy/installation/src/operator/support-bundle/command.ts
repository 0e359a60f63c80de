import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Command, EXIT, INSTALLATION_HELP, INSTALLATION_OPTION, text } from '../base/command.ts';
import { findInstallation, type Installation } from '../base/installation.ts';
import { OperatorError, UsageError } from '../base/operator-error.ts';
import { examine } from '../doctor/doctor.ts';
import { scrubber } from './scrub.ts';
import { type Files, logs, metrics, migrations, settings, versions } from './sources.ts';

const run = promisify(execFile);
const TAR_MS = 60_000;

export const supportBundle: Command = {
  summary: 'collects what helps to find a fault in one archive without secrets',
  usage: '--to FILE.tar.gz [--logs FOLDER]',
  help: `  --to FILE              the archive
  --logs FOLDER          *.log in it are taken along, the last MiB of each (default: those of npm start);
                         for containers: docker compose logs --no-color > logs/compose.log
${INSTALLATION_HELP}

In it: versions, settings, what doctor finds, the state of migrations, metrics, logs. Secrets of the installation, whatever
looks like a secret, and mail addresses are masked. Network addresses and domains stay: look through it before you pass it on.`,
  options: { ...INSTALLATION_OPTION, to: { type: 'string' }, logs: { type: 'string' } },
  run: async ({ values, environment, out }) => {
    const to = text(values, 'to');
    if (to === undefined) throw new UsageError('--to says where the archive goes.');
    const installation = findInstallation(text(values, 'installation'), environment);
    const files = await collect(installation, text(values, 'logs'));
    await archive(files, path.resolve(to));
    out(`${path.resolve(to)}: ${[...files.keys()].sort().join(', ')}\n`);
    return EXIT.fine;
  },
};

/** Every text goes through the scrubber, wherever it comes from. */
async function collect(installation: Installation, logFolder: string | undefined): Promise<Files> {
  const scrub = scrubber(installation);
  // By itself: it loads what the services are made of, and meanwhile answers to others would seem to be late.
  const report = await examine(installation);
  const [versionsText, migrated, measured, logged] = await Promise.all([
    versions(installation),
    migrations(installation),
    metrics(installation),
    logs(installation, logFolder),
  ]);
  const files: Files = new Map([
    ['doctor.json', `${JSON.stringify(report, null, 2)}\n`],
    ['versions.json', versionsText],
    ['settings.json', settings(installation, scrub)],
    ['migrations.json', migrated],
    ...measured,
    ...logged,
  ]);
  return new Map([...files].map(([name, content]) => [name, scrub(content)]));
}

/** Beside its place first: what is there already is replaced by a whole one only. */
async function archive(files: Files, to: string): Promise<void> {
  const partial = `${to}.partial`;
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'palisade-support-'));
    try {
      for (const [name, content] of files) {
        const file = path.join(folder, 'palisade-support', name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, content, { mode: 0o600 });
      }
      // The bundle is its owner's to pass on: tar keeps the mode of what is there.
      await rm(partial, { force: true });
      await writeFile(partial, '', { mode: 0o600, flag: 'wx' });
      await run('tar', ['--create', '--gzip', '--file', partial, '--directory', folder, 'palisade-support'], {
        timeout: TAR_MS,
      });
      await rename(partial, to);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => undefined);
    const { stderr, message } = cause as { stderr?: string; message: string };
    throw new OperatorError(
      'bundle_not_written',
      `${to} was not written: ${(stderr?.trim() || message).split('\n')[0]}.`,
      'See that its folder is there, tar and gzip, and room.',
      { cause },
    );
  }
}

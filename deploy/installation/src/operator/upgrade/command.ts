import { setTimeout as pause } from 'node:timers/promises';
import { originOf } from '../backup/origin.ts';
import { PASSPHRASE_HELP, PASSPHRASE_OPTION, passphraseOf } from '../backup/passphrase.ts';
import { FolderStore } from '../backup/store/folder-store.ts';
import { openStore } from '../backup/store/open-store.ts';
import { adminUrlOf, writeBackup } from '../backup/write.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  INSTALLATION_HELP,
  INSTALLATION_OPTION,
  text,
} from '../base/command.ts';
import { ask } from '../base/database.ts';
import { exclusively, type OperatorLock } from '../base/exclusive.ts';
import { asUsageErrors } from '../base/file-errors.ts';
import { findInstallation, type Installation } from '../base/installation.ts';
import { migrationsIn } from '../base/migration-state.ts';
import { OperatorError, UsageError } from '../base/operator-error.ts';
import { startTimes } from '../base/processes.ts';
import { refuseMissingProgram, runCommand } from '../base/run-command.ts';
import { CHECKS, examine, type Report } from '../doctor/doctor.ts';
import { printed } from '../doctor/print.ts';
import { noteBefore, partitionFindings, readBefore } from './before.ts';
import { freshBackup } from './fresh-backup.ts';
import { migrate } from './migrate.ts';
import { makePlan, printedPlan, refuseFullDisk } from './plan.ts';

/** Checks that must pass before anything is changed; services of the previous version are not checked. */
const BEFORE = {
  machine: CHECKS.machine,
  settings: CHECKS.settings,
  secrets: CHECKS.secrets,
  postgres: CHECKS.postgres,
  redis: CHECKS.redis,
};
const READY_MS = 180_000;
const POLL_INTERVAL_MS = 1_000;

export const upgrade: Command = {
  summary:
    'brings an installation to this version: checks, backup, migrations, start, and whether all is well',
  usage: '--to PLACE | --no-backup  [--roll COMMAND]  or  --check | --verify',
  help: `  --check                checks, and tells the plan; nothing is changed
  --to PLACE             where the backup goes (see palisade backup); one of this database of the last hour that fits is used again
  --no-backup            takes none
  --roll COMMAND         starts the processes of this version, such as: kubectl apply -k k8s/overlays/mine; without it that is left to
                         you, as with Compose, whose containers this command cannot start
  --verify               only looks whether the processes of this version are well
${PASSPHRASE_HELP}
${INSTALLATION_HELP}

Run it with the version that you upgrade to, while the version before goes on serving: each version can live with the schema of the
next. Ended in the middle, the same command goes on. What was wrong before it is written down, and told apart from what is wrong since;
whether services run is always judged. Exit code 1 where a check or a step has failed; it says what to do.`,
  options: {
    ...INSTALLATION_OPTION,
    ...PASSPHRASE_OPTION,
    check: { type: 'boolean' },
    to: { type: 'string' },
    'no-backup': { type: 'boolean' },
    roll: { type: 'string' },
    verify: { type: 'boolean' },
  },
  run: async (input) => {
    const { values, environment, out } = input;
    const modes = [values.check, values.verify, values['no-backup'], text(values, 'to')].filter(Boolean);
    if (modes.length !== 1) throw new UsageError('Say one of --to PLACE, --no-backup, --check, --verify.');
    const installation = findInstallation(text(values, 'installation'), environment);
    if (values.verify === true) return judged(installation, await examine(installation), out);
    const roll = text(values, 'roll');
    if (roll !== undefined) await refuseMissingProgram(roll, 'roll_not_here');
    const before = await examine(installation, { checks: BEFORE });
    if (before.status === 'error') {
      out(printed(before));
      throw new OperatorError('not_well', 'Nothing was changed: see what is an error.', 'Mend it first.');
    }
    if (values.check === true) {
      out(printedPlan(await makePlan(installation, adminUrlOf(installation))));
      return EXIT.fine;
    }
    return await asUsageErrors(() =>
      exclusively(installation, 'changes', (lock) => upgradeNow(input, installation, lock)),
    );
  },
};

async function upgradeNow(
  input: CommandInput,
  installation: Installation,
  lock: OperatorLock,
): Promise<number> {
  const { values, note, out } = input;
  const plan = await makePlan(installation, adminUrlOf(installation));
  out(printedPlan(plan));
  await noteBefore(installation);
  const to = text(values, 'to');
  if (to !== undefined && plan.pending.length > 0) await backUp(input, installation, to, plan.databaseBytes);
  for (const service of new Set(plan.pending.map((migration) => migration.service))) {
    note(`migrating ${service}…`);
    await lock.assertHeld();
    await migrate(installation, service);
  }
  note('the schema is of this version');
  const roll = text(values, 'roll');
  if (roll === undefined) {
    out(
      `Now start the processes of this version${howToStart(installation)}; then: palisade upgrade --verify\n`,
    );
    return EXIT.fine;
  }
  const begun = new Date();
  await runCommand(roll, 'roll_failed');
  const report = await settled(installation);
  const old = [...(await startTimes(installation))].filter(([, started]) => started < begun);
  if (old.length > 0) note(`not started anew: ${old.map(([name]) => name).join(', ')}`);
  return judged(installation, report, out);
}

const howToStart = ({ kind }: Installation): string =>
  kind === 'containers'
    ? ' (docker compose up -d, or kubectl apply)'
    : ' (stop npm start, and start it again)';

async function backUp(
  input: CommandInput,
  installation: Installation,
  to: string,
  bytes: number,
): Promise<void> {
  const { environment, out } = input;
  const store = await openStore(to, environment);
  const passphrase = await passphraseOf(input);
  const url = adminUrlOf(installation);
  const wanted = {
    origin: await originOf(url),
    migrations: await migrationsIn((query, given) => ask(url, query, given)),
  };
  const fresh = await freshBackup(store, passphrase, wanted);
  if (fresh !== null) {
    out(`backup: ${fresh.name}, of less than an hour ago\n`);
    return;
  }
  if (store instanceof FolderStore) await refuseFullDisk(store.place, bytes);
  const { name } = await exclusively(installation, 'reads', () =>
    writeBackup(installation, store, passphrase, environment),
  );
  out(`backup: ${name} in ${store.place}\n`);
}

/** Once all is well, or when it has taken too long. */
async function settled(installation: Installation): Promise<Report> {
  const until = performance.now() + READY_MS;
  for (;;) {
    const { findings } = await examine(installation, { checks: { services: CHECKS.services } });
    const isReady = findings.every(({ status }) => status === 'ok');
    if (isReady || performance.now() > until) return await examine(installation);
    await pause(POLL_INTERVAL_MS);
  }
}

function judged(installation: Installation, report: Report, out: CommandInput['out']): number {
  out(printed(report));
  const { since, before } = partitionFindings(report, readBefore(installation));
  if (before.length > 0) {
    const lines = before.map(({ code, text: what }) => `  ${code}: ${what}\n`);
    out(`Not of the upgrade, since it was so before it:\n${lines.join('')}`);
  }
  if (since.length > 0) {
    const lines = since.map(({ code, text: what }) => `  ${code}: ${what}\n`);
    if (before.length > 0) out(`Since the upgrade:\n${lines.join('')}`);
    out(
      'The upgrade is not well. The way back: start the version before again; it can live with this schema.\n',
    );
    return EXIT.failed;
  }
  return EXIT.fine;
}

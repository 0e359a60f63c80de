import { comingKey, heldUntil, KEYS, leavingKeys } from '../../config/rotation.ts';
import type { InstallationSecrets } from '../../config/secrets.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  INSTALLATION_HELP,
  INSTALLATION_OPTION,
  text,
  type Values,
} from '../base/command.ts';
import { exclusively } from '../base/exclusive.ts';
import { asUsageErrors } from '../base/file-errors.ts';
import { findInstallation, type Installation } from '../base/installation.ts';
import { UsageError } from '../base/operator-error.ts';
import { HandOut, type HandOutOptions } from './hand-out.ts';
import { RotationRun } from './rotation-run.ts';

/** What is secret, and not ours to make. */
const ELSEWHERE = `Not among them, since others make them or they are told elsewhere:
  the superuser’s password of PostgreSQL, Kafka’s users, PayPal, mail servers and DKIM (the admin panel), the passphrase of backups (the next backup
  may have another one), accounts at certificate authorities, session tickets of TLS (new ones twice a day).`;

const DEFAULT_SETTLE_SECONDS = 150;
/** Each edge lets every one of its workers finish what it does first. */
const DEFAULT_TIMEOUT_SECONDS = 240;

export const rotateKeys: Command = {
  summary: 'replaces keys and passwords one by one, while everything goes on serving',
  usage: '[--only NAME[,NAME]] [--finish] [--drop-now] [--without EDGES] | --list',
  help: `  --list                 names every key: since when it is in use, and what is still accepted beside it
  --only NAMES           these only; a name without what follows its colon means all of them, such as database
  --finish               makes no new keys: goes on with what was begun, and ends old keys whose time is over
  --drop-now             ends old keys at once, for keys that were stolen: sessions, links in mails and events on their way
                         that they have signed are refused from then on
  --hand-out COMMAND     how processes get their keys where they do not read them from the installation’s folder; run after
                         each change, such as: main.js kubernetes FOLDER | kubectl apply -f - && kubectl rollout restart …
  --without EDGES        goes on without these edges, which are gone for good and were not told to stop; comma-separated; all: where
                         Redis, in which edges say by which keys they go, cannot be reached from here, or there is no edge
  --timeout SECONDS      how long all edges together may take to go over to new keys (default ${DEFAULT_TIMEOUT_SECONDS})
  --settle SECONDS       how long that takes to arrive everywhere (default ${DEFAULT_SETTLE_SECONDS})
${INSTALLATION_HELP}

Each new key is accepted by everybody before it is used, and the old one is refused once nothing needs it: at once for passwords of
PostgreSQL and keys of edges, after 10 minutes for calls between services and sealed secrets, 25 days for events, 30 days for
sessions, a year for links in mails. Passwords of Redis are read at a start only: the old ones end once each service has been started
anew. Ended in the middle, the same command goes on where it stood.`,
  options: {
    ...INSTALLATION_OPTION,
    list: { type: 'boolean' },
    only: { type: 'string' },
    finish: { type: 'boolean' },
    'drop-now': { type: 'boolean' },
    'hand-out': { type: 'string' },
    settle: { type: 'string' },
    without: { type: 'string' },
    timeout: { type: 'string' },
  },
  run: async (input) => {
    const { values, environment, out } = input;
    const names = wantedKeys(text(values, 'only'));
    const times = {
      settleMs: secondsOf(values, 'settle', DEFAULT_SETTLE_SECONDS),
      edgesMs: secondsOf(values, 'timeout', DEFAULT_TIMEOUT_SECONDS),
    };
    const installation = findInstallation(text(values, 'installation'), environment);
    if (values.list === true) {
      out(listOf(installation.secrets, names));
      return EXIT.fine;
    }
    await asUsageErrors(() => exclusively(installation, () => rotate(input, names, times)));
    return EXIT.fine;
  },
};

async function rotate(
  input: CommandInput,
  names: readonly string[],
  times: Pick<HandOutOptions, 'settleMs' | 'edgesMs'>,
): Promise<void> {
  const { values, environment, note, out } = input;
  // Read once nobody else changes it.
  const installation = findInstallation(text(values, 'installation'), environment);
  const command = text(values, 'hand-out') ?? null;
  const withoutEdges = (text(values, 'without') ?? '').split(',').map((name) => name.trim());
  const handOut = new HandOut(installation, { command, ...times, withoutEdges, environment });
  const run = new RotationRun({
    installation,
    handOut,
    note,
    dropNow: values['drop-now'] === true,
    withoutEdges,
  });
  const ours = names.filter((name) => isOurs(installation, name, note));
  const todo = values.finish === true ? run.unfinished() : run.begin(ours);
  for (const name of todo) await run.rotate(name);
  run.end();
  const left: string[] = [];
  for (const name of ours) left.push(...(await run.drop(name)));
  out(left.length === 0 ? 'Done: every old key is refused.\n' : remaining(left));
}

const remaining = (left: readonly string[]): string =>
  `Done. Old keys that are still accepted:\n${left.map((line) => `  ${line}\n`).join('')}Then: palisade rotate-keys --finish\n`;

/** Those of servers that others run are theirs to change. */
function isOurs(installation: Installation, name: string, note: (text: string) => void): boolean {
  const [kind] = name.split(':');
  const isLeftOut =
    (kind === 'database' && installation.postgresAdminUrl === null) ||
    (kind === 'redis' && !installation.hasRedisUsers);
  if (isLeftOut) note(`${name}: left out, as the server is not this installation’s to change`);
  return !isLeftOut;
}

function wantedKeys(only: string | undefined): string[] {
  const all = Object.keys(KEYS);
  if (only === undefined) return all;
  const wanted = only.split(',').map((name) => name.trim());
  const found = (name: string) => all.filter((key) => key === name || key.startsWith(`${name}:`));
  const unknown = wanted.filter((name) => found(name).length === 0);
  if (unknown.length > 0)
    throw new UsageError(`There is no key ${unknown.join(', ')}; see palisade rotate-keys --list.`);
  return all.filter((key) => wanted.some((name) => found(name).includes(key)));
}

function secondsOf(values: Values, option: 'settle' | 'timeout', fallback: number): number {
  const given = text(values, option) ?? String(fallback);
  if (!/^\d{1,4}$/.test(given))
    throw new UsageError(`--${option} is a whole number of seconds, 9999 at most.`);
  return Number(given) * 1_000;
}

function listOf(secrets: InstallationSecrets, names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.flatMap((name) => {
    const since = secrets.rotations?.rotatedAt?.[name] ?? 'the beginning';
    const coming = comingKey(secrets, name);
    const indent = `${' '.repeat(width)}  `;
    return [
      `${name.padEnd(width)}  ${KEYS[name]!.what}; since ${since}`,
      ...(coming === undefined ? [] : [`${indent}a new one was begun at ${coming.since}`]),
      ...leavingKeys(secrets, name).map((key) => {
        const until = heldUntil(name, key);
        const ends =
          until.getTime() > Date.parse(key.since) ? `until ${until.toISOString()}` : 'until --finish';
        return `${indent}the one before is accepted ${ends}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n\n${ELSEWHERE}\n`;
}

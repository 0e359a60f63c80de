import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { envFile } from '../../config/env-file.ts';
import type { Settings } from '../../config/settings.ts';
import { CONTAINER_USER } from '../../config/volumes.ts';
import { type Command, EXIT, INSTALLATION_HELP, INSTALLATION_OPTION, text } from '../base/command.ts';
import { asUsageErrors } from '../base/file-errors.ts';
import { findInstallation } from '../base/installation.ts';
import { OperatorError, UsageError } from '../base/operator-error.ts';
import { withRedisAt } from '../base/redis.ts';
import { describe } from '../checks/finding.ts';
import { edgeSettings } from './edge-settings.ts';
import { openJoinListener, requestSettings } from './join-listener.ts';
import { readToken } from './token.ts';

const PORT = 8445;
const MINUTES = 15;
const MAX_MINUTES = 24 * 60;
const MAX_PORT = 65_535;
const NODE_NAME = /^[A-Za-z0-9._-]{1,64}$/;

function whole(given: string | undefined, option: string, fallback: number, max: number): number {
  const value = Number(given ?? fallback);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new UsageError(`--${option} is a whole number from 1 to ${max}.`);
}

export const admitEdge: Command = {
  summary: 'lets an edge on another machine join, once, by a token',
  usage: '--name NODE --redis URL',
  help: `  --name NODE            what the edge is called in logs: letters, digits, ".", "_" and "-"; no other edge has it
  --redis URL            where that machine reaches the installation's Redis, such as redis://10.8.0.1:6379; with its password only
                         where services have no users of their own there
  --minutes N            how long the token works (default: ${MINUTES}, at most a day)
  --bind ADDRESS         where to wait for it (default: all addresses)
  --port N               and at which port (default: ${PORT})
${INSTALLATION_HELP}

Prints a token and waits until it has been used, for as long as it works. It works once. The other machine is given what every edge knows:
its user at Redis, the key that signs edges' log records, the public keys of configurations and events, and the key that opens sites'
certificates. It is given no database, no key of a service, and nothing of customers.`,
  options: {
    ...INSTALLATION_OPTION,
    name: { type: 'string' },
    redis: { type: 'string' },
    minutes: { type: 'string' },
    bind: { type: 'string' },
    port: { type: 'string' },
  },
  run: async ({ values, environment, out, note }) => {
    const name = text(values, 'name');
    if (name === undefined || !NODE_NAME.test(name))
      throw new UsageError(
        '--name says what the edge is called: letters, digits, ".", "_" and "-", 64 at most.',
      );
    const redis = text(values, 'redis');
    if (redis === undefined || !/^rediss?:\/\/./.test(redis) || !URL.canParse(redis))
      throw new UsageError('--redis says where the other machine reaches Redis, as redis:// or rediss://.');
    const minutes = whole(text(values, 'minutes'), 'minutes', MINUTES, MAX_MINUTES);
    const port = whole(text(values, 'port'), 'port', PORT, MAX_PORT);
    const installation = findInstallation(text(values, 'installation'), environment);
    const settings = edgeSettings(installation, name, redis);
    const door = await openJoinListener(settings, {
      bind: text(values, 'bind') ?? '::',
      port,
      lifeMs: minutes * 60_000,
      onWrongWord: (from) =>
        note(
          `Somebody at ${from} came with a wrong token, and was given nothing. The edge is still waited for.`,
        ),
    });
    out(`${door.token}\n`);
    note(
      `For ${minutes} minutes, once, at port ${door.port}. On the other machine: palisade join-edge ADDRESS:${door.port} TOKEN\n`,
    );
    note(`${name} has joined, from ${await door.taken}.\n`);
    return EXIT.fine;
  },
};

export const joinEdge: Command = {
  summary: 'makes this machine an edge of an installation elsewhere, by its address and a token',
  usage: 'HOST:PORT TOKEN --to FOLDER',
  help: `  HOST:PORT              where \`palisade admit-edge\` waits
  TOKEN                  what it printed; "-" reads it from PALISADE_JOIN_TOKEN, which other users of the machine do not see
  --to FOLDER            where the edge's settings go, in a file \`env\` that its user alone may read
  --renew                replaces what is there: after a rotation of keys; the edge takes it over without a restart

The secret of the token is told to nobody but the machine that printed it.`,
  options: { to: { type: 'string' }, renew: { type: 'boolean' } },
  run: async ({ values, positionals, environment, out }) => {
    const [address, given, ...more] = positionals;
    const folder = text(values, 'to');
    const [, host, port] = /^\[?([^\s\]]+?)\]?:(\d{1,5})$/.exec(address ?? '') ?? [];
    if (host === undefined || given === undefined || more.length > 0 || folder === undefined)
      throw new UsageError('Say HOST:PORT, the token, and --to FOLDER.');
    const token = readToken(given === '-' ? (environment.PALISADE_JOIN_TOKEN ?? '') : given);
    const file = path.join(folder, 'env');
    if (existsSync(file) && values.renew !== true)
      throw new OperatorError('joined_already', `${file} is there.`, 'Another folder, or --renew.');
    const settings = await requestSettings(host, whole(port, 'port', 0, MAX_PORT), token);
    await asUsageErrors(async () => keep(file, envFile(settings)));
    await seeRedis(settings, file);
    out(`${settings.PALISADE_EDGE_NODE_ID} may start: its settings are in ${file}.\n`);
    return EXIT.fine;
  },
};

/** An edge that does not reach it has no sites: who makes the edge hears it here, and not from visitors. */
async function seeRedis({ PALISADE_EDGE_REDIS_URL: url }: Settings, file: string): Promise<void> {
  if (url === undefined) return;
  try {
    await withRedisAt(url, (redis) => redis.ping());
  } catch (cause) {
    throw new OperatorError(
      'redis_unreachable',
      `The settings are in ${file}, but Redis at ${new URL(url).host} does not answer here: ${describe(cause)}.`,
      'See the way to it, then start the edge: it needs no other token. Where the address is wrong: another token, and --renew.',
      { cause },
    );
  }
}

/** Whole, and readable by the edge alone, as which containers run. */
function keep(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: true });
  chmodSync(`${file}.new`, 0o400);
  if (process.getuid?.() === 0) chownSync(`${file}.new`, CONTAINER_USER.uid, CONTAINER_USER.gid);
  renameSync(`${file}.new`, file);
}

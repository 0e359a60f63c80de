import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@palisade/command-line';
import { z } from 'zod';

const storedSchema = z.object({ url: z.string().min(1), api_key: z.string().min(1) });

export interface Credentials {
  /** Where the dashboard is. */
  url: URL;
  apiKey: string;
}

export const CREDENTIALS_HELP = `The API key is the one that \`palisade login\` has stored, or PALISADE_API_KEY with PALISADE_URL: never an argument,
which every user of the machine could read. The stored key goes to the dashboard that gave it, and to no other.`;

const OTHERS = 0o077;
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export const credentialsFile = ({ XDG_CONFIG_HOME: folder }: NodeJS.ProcessEnv): string =>
  path.join(folder || path.join(homedir(), '.config'), 'palisade', 'credentials.json');

/** Of the environment, else of the file that `login` has written. */
export function findCredentials(environment: NodeJS.ProcessEnv): Credentials {
  const { PALISADE_API_KEY: apiKey, PALISADE_URL: url } = environment;
  if (apiKey) {
    if (!url) {
      throw new CommandError(
        'no_url',
        'PALISADE_API_KEY is set, and PALISADE_URL is not.',
        'Say where the dashboard is: PALISADE_URL=https://…',
      );
    }
    return { apiKey, url: dashboardUrl(url) };
  }
  const stored = readStored(credentialsFile(environment));
  const own = dashboardUrl(stored.url);
  if (url) refuseOther(own, dashboardUrl(url));
  return { apiKey: stored.api_key, url: own };
}

/** A key goes to the dashboard that gave it: PALISADE_URL may come with a repository of strangers. */
function refuseOther(own: URL, named: URL): void {
  if (named.origin === own.origin) return;
  throw new CommandError(
    'key_of_another',
    `PALISADE_URL says ${named.origin}, and the stored key is of ${own.origin}.`,
    `Run palisade login --url ${named.origin}, or set PALISADE_API_KEY as well.`,
  );
}

function readStored(file: string): z.infer<typeof storedSchema> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new CommandError(
      'not_signed_in',
      'There is no API key.',
      'Run palisade login, or set PALISADE_API_KEY.',
    );
  if ((stats.mode & OTHERS) !== 0) {
    throw new CommandError(
      'credentials_open',
      `Others than its owner may read ${file}.`,
      `chmod 600 ${file}, and make a new key if others use this machine.`,
    );
  }
  const stored = storedSchema.safeParse(parsedJson(readFileSync(file, 'utf8')));
  if (!stored.success)
    throw new CommandError(
      'credentials_invalid',
      `${file} is not what login writes.`,
      'Run palisade login again.',
    );
  return stored.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Nobody but the owner may ever read it, not even while it is written. */
export function storeCredentials(environment: NodeJS.ProcessEnv, { url, apiKey }: Credentials): string {
  const file = credentialsFile(environment);
  mkdirSync(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ url: url.origin, api_key: apiKey }, null, 2)}\n`, {
    mode: OWNER_ONLY,
  });
  chmodSync(draft, OWNER_ONLY);
  renameSync(draft, file);
  return file;
}

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @throws CommandError for what is no address, and for HTTP, over which anybody on the way would read the key */
export function dashboardUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandError(
      'url_invalid',
      `${text} is not the address of a dashboard.`,
      'Such as https://waf.example.',
    );
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new CommandError(
      'url_insecure',
      'An API key is not sent over plain HTTP.',
      `Use https://${url.host}.`,
    );
  }
  return url;
}

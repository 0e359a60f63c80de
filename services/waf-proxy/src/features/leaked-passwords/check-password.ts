import { createHash } from 'node:crypto';
import { readHeadSigns } from '../../http/head-signs.ts';
import type { Challenger } from '../../request/challenger.ts';
import { BodyValues } from '../../request/conditions/body-values.ts';
import type { CountersOf } from '../../request/feature.ts';
import { CHECKED_PASSWORD, type CheckedPassword } from '../../request/leaked-password.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import type { LeakedList, PasswordHash } from './leaked-list.ts';
import type { LeakedPasswordsPart, PasswordPolicy } from './password-policy.ts';

export const LEAKED_PASSWORD_COUNTERS = {
  leakedPasswordsFound: 'Sign-ins with a password that is known from a data breach',
  leakedPasswordsUnknown:
    'Sign-ins whose password nobody could tell about: the list did not answer, or the body could not be read',
} as const;

export interface LeakedPasswordsServices {
  /** Null: the node has no list. */
  leakedList: LeakedList | null;
  bots: Challenger;
  /** Reads a body of up to `most` bytes; a verdict where it cannot be held. */
  readBody(request: RequestContext, most: number): Promise<BodyValues | Verdict>;
  counters: CountersOf<typeof LEAKED_PASSWORD_COUNTERS>;
}

type SignIn = RequestContext<Site & LeakedPasswordsPart>;

/** Maximum size of a sign-in's body; usual forms have a few hundred bytes. */
const MAX_BODY_BYTES = 64 * 1_024;
/** Maximum passwords looked up per sign-in; a form has one, or one that is repeated. */
const MAX_PASSWORDS = 4;
/** Maximum length of a password in bytes; lists contain no longer ones, and servers that truncate do so earlier. */
const MAX_PASSWORD_BYTES = 256;
/** The answer to a client with too many lookups at once. */
const COME_AGAIN = { status: 429, action: EdgeAction.RATE_LIMIT, headers: ['Retry-After', '1'] } as const;

/**
 * Checks whether a sign-in's password is known from a data breach, by its hash: the password is neither stored nor sent
 * anywhere. Comes after the rules, which hold bodies anyway, so that attacks cost no lookup.
 */
export function checkPassword(context: SignIn, edge: LeakedPasswordsServices): PhaseResult {
  const policy = context.site!.leakedPasswords;
  if (policy === null || context.body === null || context.upgrade !== null) return null;
  if (context.isReserved || context.allowListed || !policy.paths.catches(context.head.target)) return null;
  return check(context, edge, policy);
}

async function check(
  context: SignIn,
  edge: LeakedPasswordsServices,
  policy: PasswordPolicy,
): Promise<Verdict | null> {
  const body = await edge.readBody(context, MAX_BODY_BYTES);
  if (!(body instanceof BodyValues)) return body;
  const passwords = passwordsIn(body, policy);
  const found = await outcomeOf(context, edge.leakedList, passwords);
  if (found === 'clean') return null;
  CHECKED_PASSWORD.keep(context, { outcome: found, tellsOrigin: policy.action !== 'log' });
  if (found !== 'found') edge.counters.leakedPasswordsUnknown++;
  else edge.counters.leakedPasswordsFound++;
  // If the list does not answer, nobody is locked out; but clients cannot hide a password by their own body or by many
  // sign-ins at once.
  return found === 'unknown' ? null : act(context, edge, policy, found);
}

type Outcome = CheckedPassword['outcome'] | 'clean';

async function outcomeOf(
  context: SignIn,
  list: LeakedList | null,
  passwords: readonly string[] | null,
): Promise<Outcome> {
  if (passwords === null) return 'unreadable';
  if (passwords.length === 0) return 'clean';
  if (list === null) return 'unknown';
  const holder = { client: context.client, site: context.site };
  const hashes = new Set(passwords.flatMap(readingsOf).filter(isListable).map(hashOf));
  const answers = await Promise.all([...hashes].map((hash) => list.has(hash, holder)));
  if (answers.includes(true)) return 'found';
  if (answers.includes('busy')) return 'busy';
  return answers.includes(null) ? 'unknown' : 'clean';
}

/** Null: there may be passwords that were not found. */
function passwordsIn(body: BodyValues, { fields }: PasswordPolicy): string[] | null {
  const values = [
    ...[...fields.form].flatMap((name) => body.formField(name).texts),
    ...fields.json.flatMap((place) => body.json(place).texts),
  ];
  const passwords = [...new Set(values)].filter((value) => value !== '');
  const isWhole = body.isWhole || body.isStreamed;
  return isWhole && passwords.length <= MAX_PASSWORDS ? passwords : null;
}

const isListable = ({ length }: string): boolean => length > 0 && length <= MAX_PASSWORD_BYTES;

/** The password as sent, and as read by applications that trim it or end it at a NUL. */
function readingsOf(password: string): string[] {
  const ended = password.split('\0', 1)[0]!;
  return [...new Set([password, trimmed(password), trimmed(ended)])];
}

const BEYOND_ASCII = /[\x80-\xff]/;
/** Byte string: Unicode blanks have several bytes. */
function trimmed(password: string): string {
  if (!BEYOND_ASCII.test(password)) return trimmedText(password);
  const text = Buffer.from(password, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? trimmedText(password) : Buffer.from(trimmedText(text)).toString('latin1');
}

function trimmedText(text: string): string {
  const isCut = (at: number) => text[at] === '\0' || text[at]!.trim() === '';
  let [start, end] = [0, text.length];
  while (start < end && isCut(start)) start++;
  while (end > start && isCut(end - 1)) end--;
  return text.slice(start, end);
}

/** SHA-1, by which the public lists index passwords; only five digits are ever sent. */
const hashOf = (password: string): PasswordHash =>
  createHash('sha1').update(password, 'latin1').digest('hex').toUpperCase();

function act(
  context: SignIn,
  edge: LeakedPasswordsServices,
  { action }: PasswordPolicy,
  found: Exclude<CheckedPassword['outcome'], 'unknown'>,
): Verdict | null {
  const refusal = {
    ...(found === 'busy' ? COME_AGAIN : { status: 403, action: EdgeAction.REJECT }),
    reason: `leaked_password:${found}`,
  } as const;
  switch (action) {
    case 'log':
    case 'header':
      return null;
    case 'block':
      return unlessLogOnly(context, refusal);
    case 'challenge': {
      const signs = readHeadSigns(context.rawHeaders);
      if (edge.bots.isCleared(context, signs.cookie)) return null;
      return edge.bots.challenge(context, signs, { reason: refusal.reason, ofPrograms: refusal });
    }
  }
}

/** Adds the result to the log of a request that passes. */
export function notePassword(context: SignIn): void {
  const checked = context.reason === '' ? CHECKED_PASSWORD.read(context) : undefined;
  if (checked !== undefined) context.reason = `leaked_password:${checked.outcome}`;
}

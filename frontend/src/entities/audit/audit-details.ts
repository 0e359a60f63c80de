// What an entry of the audit log says beside its action, in words.
import { formatCount, formatDateTime } from '../../shared/lib/format.ts';

/** A detail as a phrase; empty: it is for programs only. */
type Phrase = (value: string) => string;

/** Codes and names of fields, read aloud. */
const plain = (code: string): string => code.replaceAll('_', ' ');
/** @param between what stands between two codes */
const listed = (codes: string, between: string): string =>
  codes
    .split(between)
    .map((code) => plain(code.trim()))
    .join(', ');
const quoted: Phrase = (value) => `"${value}"`;
const isTime = (value: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
const moment = (value: string): string => (isTime(value) ? formatDateTime(value) : value);
const counted =
  (noun: string, several = `${noun}s`): Phrase =>
  (value) =>
    Number.isFinite(Number(value)) ? `${formatCount(Number(value))} ${value === '1' ? noun : several}` : '';
const nothing: Phrase = () => '';
/** A field of which the log holds only that it changed. */
const changed =
  (field: string): Phrase =>
  () =>
    field;

const REASONS: Readonly<Record<string, string>> = {
  deactivated: 'because the account was deactivated',
  deleted: 'because the account was deleted',
  email_change_undone: 'because a change of the email address was undone',
  password_changed: 'because the password was changed',
  password_reset: 'because the password was reset',
};
const DECISIONS: Readonly<Record<string, string>> = {
  promote: 'the new rules stay',
  hold: 'the rules of before stay',
  try_again: 'they are tried again',
};

/** Keyed by `AUDIT_DETAILS` of contracts; a test compares them. */
export const DETAIL_PHRASES: Readonly<Record<string, Phrase>> = {
  added: counted('new address', 'new addresses'),
  by: (value) => (value === 'recovery' ? 'while the account was recovered' : `by ${plain(value)}`),
  candidate: (value) => `new rules ${value}`,
  candidate_percent: (value) => `new rules for ${value} % of the edge's requests`,
  count: counted('address', 'addresses'),
  decision: (value) => DECISIONS[value] ?? plain(value),
  domain: (value) => value,
  email: changed('email address'),
  ends_paid_time: (value) => (value === 'true' ? 'the paid time ends at once' : ''),
  entries: counted('entry', 'entries'),
  event: (value) => `event ${value.replaceAll('_', ' ')}`,
  event_id: nothing,
  expires_at: (value) => (value === 'never' ? 'without an end' : `until ${moment(value)}`),
  fields: (value) => listed(value, ','),
  from: (value) => `from ${moment(value)}`,
  full_name: changed('full name'),
  host: (value) => `at ${value}`,
  is_active: (value) => (value === 'true' ? 'activated' : 'deactivated'),
  is_admin: (value) =>
    value === 'true' ? 'with the rights of an administrator' : 'without the rights of an administrator',
  job: (value) => `job ${value.replaceAll('_', ' ')}`,
  kind: (value) => plain(value),
  mails: counted('mail'),
  name: quoted,
  node: (value) => value,
  note: nothing,
  order_number: (value) => value,
  outcome: (value) =>
    value === 'failed' ? 'it failed again' : value === 'handled' ? 'it was done' : plain(value),
  owner: nothing,
  password: changed('password'),
  path: (value) => value,
  place: (value) => `in ${value.replaceAll('_', ' ')}`,
  plan: (value) => `plan ${plain(value)}`,
  reason: (value) => REASONS[value] ?? `reason: ${value}`,
  recipients: counted('recipient'),
  release: (value) => `release ${value}`,
  scopes: (value) => `may ${value.split(' ').join(', ')}`,
  share: (value) => `for ${value} of the visitors`,
  slug: quoted,
  switched_off: (value) => (value === '' ? 'nothing is switched off' : `switched off: ${listed(value, ' ')}`),
  target: (value) => `to ${value}`,
  template: (value) => `mail "${plain(value)}"`,
  to: (value) => `to ${moment(value)}`,
  username: changed('username'),
  version: (value) => `version ${value}`,
  view: nothing,
  written_by: nothing,
};

/** Details as phrases; those of later versions with their names read aloud. */
export const detailTexts = (details: Readonly<Record<string, string>>): string[] =>
  Object.entries(details)
    .map(([name, value]) =>
      Object.hasOwn(DETAIL_PHRASES, name) ? DETAIL_PHRASES[name]!(value) : `${plain(name)} ${plain(value)}`,
    )
    .filter((text) => text !== '');

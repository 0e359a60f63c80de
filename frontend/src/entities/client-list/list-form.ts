import type { ClientList, ClientListCreate, ClientListUpdate } from '../../shared/api/types.ts';

/** The form's values; the number as text. */
export interface ListForm {
  source: ClientList['source'];
  holds: ClientList['holds'];
  name: string;
  note: string;
  text: string;
  url: string;
  interval_minutes: string;
  /** Never shown: an empty one of a list that is changed leaves what is there. */
  api_key: string;
}

/** Longer lists are replaced, not edited: nobody reads so many lines in a field. */
export const MAX_EDITED = 5_000;
/** Maximum length of entries sent as text; longer lists are fetched from a URL. */
export const MAX_TEXT = 1_900_000;
export const TEXT_TOO_LONG = 'This is too long to submit. Please publish it, and enter its URL.';

/** Bans last hours, lists of publishers days. */
export const usualMinutes = (source: ClientList['source']): string => (source === 'crowdsec' ? '5' : '60');

/** @param text the entries of the list, one a line; empty where they are not shown */
export const formOf = (list: ClientList | null, text: string): ListForm => ({
  source: list?.source ?? 'hand',
  holds: list?.holds ?? 'addresses',
  name: list?.name ?? '',
  note: list?.note ?? '',
  text,
  url: list?.url ?? '',
  interval_minutes: String(list?.interval_minutes ?? usualMinutes('url')),
  api_key: '',
});

/** A number, or null for what is none: the server says so at the field. */
const minutesOf = (typed: string): number => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN);

export function listOf({ source, holds, name, note, text, ...form }: ListForm): ClientListCreate {
  if (source === 'hand') return { source, holds, name, note, text };
  const fetched = { name, note, url: form.url.trim(), interval_minutes: minutesOf(form.interval_minutes) };
  return source === 'url' ? { source, holds, ...fetched } : { source, ...fetched, api_key: form.api_key };
}

/** What differs; the entries only where somebody entered others, and only over the version that was shown. */
export function changeOf(
  list: ClientList,
  values: ListForm,
  before: { text: string; version: number },
): ClientListUpdate {
  const { name, note, text, url, interval_minutes, api_key } = values;
  if (list.source !== 'hand')
    return {
      name,
      note,
      url: url.trim(),
      interval_minutes: minutesOf(interval_minutes),
      ...(api_key !== '' && { api_key }),
    };
  return { name, note, ...(text !== before.text && { text, version: before.version }) };
}

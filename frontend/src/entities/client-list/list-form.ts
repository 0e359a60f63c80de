import type { ClientList, ClientListCreate, ClientListUpdate } from '../../shared/api/types.ts';

/** What the form holds; the number as it is typed. */
export interface ListForm {
  source: ClientList['source'];
  name: string;
  note: string;
  text: string;
  url: string;
  interval_minutes: string;
}

/** Longer lists are replaced, not edited: nobody reads so many lines in a field. */
export const MAX_EDITED = 5_000;
/** What the API takes as text; longer lists are published somewhere, and fetched. */
export const MAX_TEXT = 1_900_000;
export const TEXT_TOO_LONG = 'This is too long to be sent. Please publish it, and enter its address.';

/** @param text the entries of the list, one a line; empty where they are not shown */
export const formOf = (list: ClientList | null, text: string): ListForm => ({
  source: list?.source ?? 'hand',
  name: list?.name ?? '',
  note: list?.note ?? '',
  text,
  url: list?.url ?? '',
  interval_minutes: String(list?.interval_minutes ?? 60),
});

/** A number, or null for what is none: the server says so at the field. */
const minutesOf = (typed: string): number => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN);

export function listOf({ source, name, note, text, url, interval_minutes }: ListForm): ClientListCreate {
  return source === 'hand'
    ? { source, name, note, text }
    : { source, name, note, url: url.trim(), interval_minutes: minutesOf(interval_minutes) };
}

/** What differs; the entries only where somebody entered others. */
export function changeOf(list: ClientList, values: ListForm, before: string): ClientListUpdate {
  const { name, note, text, url, interval_minutes } = values;
  if (list.source === 'url')
    return { name, note, url: url.trim(), interval_minutes: minutesOf(interval_minutes) };
  return { name, note, ...(text !== before && { text }) };
}

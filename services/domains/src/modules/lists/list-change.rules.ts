import { LIST_KIND_WORDS } from '@palisade/site-policy';
import ipaddr from 'ipaddr.js';
import type { ListUpdate } from './client-list.schema.ts';
import type { ListRow } from './client-list-row.types.ts';
import { refusedField } from './list-refusals.ts';

/** What lists of each source have that can be changed, besides name and note. */
const OWN_FIELDS = {
  hand: ['text'],
  url: ['url', 'interval_minutes'],
  crowdsec: ['url', 'interval_minutes', 'api_key'],
} as const satisfies Record<ListRow['source'], readonly (keyof ListUpdate)[]>;
const FIELDS = ['text', 'url', 'interval_minutes', 'api_key'] as const;

export function refuseOfOtherSource({ source, holds }: ListRow, change: ListUpdate): void {
  if (change.holds !== undefined && change.holds !== holds)
    throw refusedField(
      'holds',
      `This list holds ${LIST_KIND_WORDS[holds]}, and stays so. Please add another one.`,
    );
  const own: readonly string[] = OWN_FIELDS[source];
  const foreign = FIELDS.find((field) => change[field] !== undefined && !own.includes(field));
  if (foreign !== undefined)
    throw refusedField(
      foreign,
      source === 'hand' ? 'This list is kept by hand' : 'The entries of this list are fetched',
    );
}

/** A key that somebody entered for one address must not go out to another that somebody else enters. */
export function refuseOfOtherAddress({ source, url }: ListRow, change: ListUpdate): void {
  if (source === 'crowdsec' && change.url !== undefined && change.url !== url && change.api_key === undefined)
    throw refusedField('api_key', 'Please enter the key again, since the address is another');
}

/** What is looked for on a list, by the parameter of its kind. */
export function askedOf({ holds }: ListRow, address?: string, value?: string): string | undefined {
  if (holds !== 'addresses') {
    if (address !== undefined) throw refusedField('address', `This list holds ${LIST_KIND_WORDS[holds]}`);
    return value;
  }
  if (value !== undefined && !ipaddr.isValid(value))
    throw refusedField('value', 'Please enter an address, such as 192.0.2.1');
  return address ?? value;
}

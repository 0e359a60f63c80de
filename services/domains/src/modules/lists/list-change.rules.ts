import { LIST_KIND_WORDS } from '@palisade/site-policy';
import ipaddr from 'ipaddr.js';
import type { ListUpdate } from './client-list.schema.ts';
import type { ListRow } from './client-list-row.types.ts';
import { refusedField } from './list-refusals.ts';

/** Fields that can be changed by source, besides name and note. */
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

/** A key entered for one address must not be sent to another one that somebody else enters. */
export function refuseOfOtherAddress({ source, url }: ListRow, change: ListUpdate): void {
  if (source === 'crowdsec' && change.url !== undefined && change.url !== url && change.api_key === undefined)
    throw refusedField('api_key', 'Please enter the key again, since the address changed');
}

/** The search text, from the parameter that fits the list's kind. */
export function askedOf({ holds }: ListRow, address?: string, value?: string): string | undefined {
  if (holds !== 'addresses') {
    if (address !== undefined) throw refusedField('address', `This list holds ${LIST_KIND_WORDS[holds]}`);
    return value;
  }
  if (value !== undefined && !ipaddr.isValid(value))
    throw refusedField('value', 'Please enter an address, such as 192.0.2.1');
  return address ?? value;
}

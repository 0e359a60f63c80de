import type { MatchedTarget } from '@palisade/waf-engine';
import type { LogPrivacy } from '../../../request/site.ts';
import type { SensitiveNames } from '../masking/sensitive-names.ts';
import { isForwardingField, isUserAgentField } from './personal-fields.ts';

type Named = Pick<MatchedTarget, 'name' | 'value'>;

interface Hidden extends Pick<LogPrivacy, 'addresses' | 'masksQueryValues' | 'omitsFingerprints'> {
  readonly omitsUserAgents: boolean;
  readonly secretNames: SensitiveNames;
}

/** Precedes the name of what a chain's earlier link matched. */
const MATCHED = /^(?:MATCHED_VARS:)+/;
const OF_CLIENT: ReadonlySet<string> = new Set(['REMOTE_ADDR', 'REMOTE_HOST', 'ADDRESS_LIST']);
const OF_FINGERPRINT: ReadonlySet<string> = new Set(['JA4', 'JA4_LIST']);
/** Query and body parameters share these names in most rules. */
const OF_QUERY: ReadonlySet<string> = new Set([
  'ARGS',
  'ARGS_GET',
  'ARGS_NAMES',
  'ARGS_GET_NAMES',
  'QUERY_STRING',
]);
/** Variables that contain the query among other things. */
const WITH_QUERY: ReadonlySet<string> = new Set([
  'REQUEST_URI',
  'REQUEST_URI_RAW',
  'REQUEST_LINE',
  'FULL_REQUEST',
  'REQUEST_HEADERS:referer',
]);

/**
 * Whether a site's records must not contain a matched value, by its place; of other values they contain the matched
 * part. Null: nothing is hidden, which costs nothing to check.
 */
export function hiddenTargets({
  addresses,
  masksQueryValues,
  omitsUserAgents,
  omitsFingerprints,
  secretNames,
}: Hidden): LogPrivacy['hides'] {
  const hidesClient = addresses !== 'full';
  const hidesAny = hidesClient || masksQueryValues || omitsUserAgents || omitsFingerprints;
  if (!hidesAny && !secretNames.namesAny) return null;
  return ({ name, value }: Named): boolean => {
    const bare = name.replace(MATCHED, '');
    const colon = bare.indexOf(':');
    const collection = colon < 0 ? bare : bare.slice(0, colon);
    const field = colon < 0 ? '' : bare.slice(colon + 1).toLowerCase();
    if (field !== '' && partsOf(field).some((part) => secretNames.isNamed(part))) return true;
    const isHeader = collection === 'REQUEST_HEADERS';
    if (hidesClient && (OF_CLIENT.has(collection) || (isHeader && isForwardingField(field)))) return true;
    if (omitsFingerprints && OF_FINGERPRINT.has(collection)) return true;
    // A list entry may be the client's whole user agent.
    if (omitsUserAgents && collection === 'USER_AGENT_LIST') return true;
    if (omitsUserAgents && isHeader && isUserAgentField(field)) return true;
    if (!masksQueryValues) return false;
    const place = isHeader ? `${collection}:${field}` : collection;
    return OF_QUERY.has(collection) || (WITH_QUERY.has(place) && value.includes('?'));
  };
}

/** `json.customer.number` counts by its full name and by `number`. */
const partsOf = (field: string): string[] => [field, ...field.split(/[.[\]/]/).filter((part) => part !== '')];

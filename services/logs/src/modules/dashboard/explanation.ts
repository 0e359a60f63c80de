import type { StoredMatch, StoredTarget } from '../ingest/stored-match.ts';

/** Why a rule fired, in one sentence for the owner of the site. */
export function explain(match: StoredMatch): string {
  const what =
    match.message === '' ? `Rule ${match.rule_id} fired` : `Rule ${match.rule_id} (${match.message}) fired`;
  const targets = tellingTargets(match.targets);
  const target = targets[0];
  if (!target) return `${what}.`;
  const more = targets.length - 1;
  const also = more === 0 ? '' : `, and on ${more} more ${more === 1 ? 'value' : 'values'}`;
  return `${what} on ${place(target.name)}${evidence(target)}${also}.`;
}

const MATCHED = 'MATCHED_VARS:';
/** What a chain asks first, before it looks at what a visitor sent. */
const CONDITIONS: ReadonlySet<string> = new Set(['REQBODY_PROCESSOR', 'REQUEST_BODY_LENGTH']);

/**
 * A rule in several links has an entry for each: a condition is nothing that a rule fired on, and a later look at what an
 * earlier link matched is the same value, of which it knows more.
 */
function tellingTargets(targets: readonly StoredTarget[]): StoredTarget[] {
  const told: StoredTarget[] = [];
  for (const target of targets) {
    if (!target.name.startsWith(MATCHED)) {
      told.push(target);
      continue;
    }
    const name = target.name.slice(MATCHED.length);
    const earlier = told.findIndex((one) => one.name === name);
    told.splice(earlier < 0 ? told.length : earlier, 1, { ...target, name });
  }
  const without = told.filter(({ name }) => !CONDITIONS.has(name));
  return without.length > 0 ? without : told;
}

const PLACES: Readonly<Record<string, string>> = {
  ARGS: 'parameter',
  ARGS_GET: 'query parameter',
  ARGS_POST: 'form field',
  ARGS_NAMES: 'a parameter name',
  ARGS_GET_NAMES: 'a query parameter name',
  ARGS_POST_NAMES: 'a form field name',
  REQUEST_HEADERS: 'request header',
  REQUEST_HEADERS_NAMES: 'a request header name',
  REQUEST_COOKIES: 'cookie',
  REQUEST_COOKIES_NAMES: 'a cookie name',
  REQUEST_URI: 'the address',
  REQUEST_URI_RAW: 'the address',
  REQUEST_FILENAME: 'the path',
  REQUEST_BASENAME: 'the path',
  REQUEST_LINE: 'the request line',
  REQUEST_METHOD: 'the method',
  REQUEST_BODY: 'the request body',
  QUERY_STRING: 'the query string',
  FILES: 'uploaded file',
  FILES_NAMES: 'an upload field name',
  MULTIPART_FILENAME: 'an uploaded file name',
  XML: 'the XML body',
  JSON: 'the JSON body',
  RESPONSE_BODY: 'the response body',
  RESPONSE_HEADERS: 'response header',
};

/** "ARGS:q" → parameter “q”. */
function place(name: string): string {
  const colon = name.indexOf(':');
  const collection = colon < 0 ? name : name.slice(0, colon);
  const words = PLACES[collection] ?? collection;
  return colon < 0 ? words : `${words} “${name.slice(colon + 1)}”`;
}

function evidence(target: StoredTarget): string {
  const { transformed, match_offset, match_length, transformations } = target;
  const matched = match_length > 0 ? transformed.slice(match_offset, match_offset + match_length) : '';
  const found = matched === '' ? '' : `, which contains “${matched}”`;
  return transformations.length === 0 || found === ''
    ? found
    : `${found} after ${transformations.join(', ')}`;
}

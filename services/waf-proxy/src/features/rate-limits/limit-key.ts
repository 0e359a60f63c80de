import { createHmac } from 'node:crypto';
import type { RateLimitKeyPart, RateLimitKeyPartName } from '@palisade/site-policy';
import { encodeUtf8, jsonPlaceOf, plainPath } from '@palisade/waf-engine';
import { networkOf } from '../../io/shares/holder.ts';
import { ja4Of } from '../../request/client-tls.ts';
import type { BodyValues } from '../../request/conditions/body-values.ts';
import type { NamesAsked } from '../../request/conditions/compile-condition.ts';
import type { RequestValues } from '../../request/conditions/request-values.ts';
import { type Values, withoutCase } from '../../request/conditions/values.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { LimitKey } from './amount-limiter.ts';
import { bearerClaim } from './bearer-claim.ts';
import { foldedValues, MAX_VALUES } from './folded-values.ts';

/** The value lies beyond the part of the body that was read, so it is unknown. */
const BEYOND = 'beyond';
/** Empty: the request lacks the part. */
type PartValues = readonly string[] | typeof BEYOND;
type ReadPart = (context: RequestContext, request: RequestValues) => PartValues;

/**
 * Parts that reveal no more than the client's address, so they need no hash, and that clients cannot invent in numbers.
 */
const PLAIN_PARTS: ReadonlySet<RateLimitKeyPartName> = new Set(['address', 'network', 'country', 'asn']);
/** Longer keys are hashed, too, so that names of counters and bans stay short. */
const MAX_PLAIN = 32;
/** Maximum keys per request and limit. */
const MAX_KEYS = 16;
const API_KEY = 'x-api-key';
const AUTHORIZATION = 'authorization';

/** Parts that are in the body. */
const BODY_PARTS: ReadonlySet<RateLimitKeyPartName> = new Set(['form_field', 'json_path']);

export interface KeyReader {
  readonly asksBody: boolean;
  /**
   * One key, or several if a part has several values: applications use the first or the last, and a limit on one of
   * them could be evaded with an invented other.
   */
  read(context: RequestContext, request: RequestValues, secret: Uint8Array): readonly LimitKey[];
}

/** @param asked receives the names that the key depends on */
export function compileKey(parts: readonly RateLimitKeyPart[], asked: NamesAsked): KeyReader {
  const readers = parts.map((part) => readerOf(part, asked));
  const isPlain = parts.every(({ part }) => PLAIN_PARTS.has(part));
  return Object.freeze<KeyReader>({
    asksBody: parts.some(({ part }) => BODY_PARTS.has(part)),
    read: (context, request, secret) => {
      const { client } = context;
      const maker = networkOf(client);
      const texts = combined(readers.map((read) => partTexts(read(context, request), client.key)));
      return texts.map((text) => ({
        text: isPlain && text.length <= MAX_PLAIN ? text : digestOf(text, secret),
        client: client.key,
        maker,
      }));
    },
  });
}

/**
 * Clients that omit a part are counted by address, so that omitting it is no way around the limit and they do not share
 * a count. Clients that hide it beyond the part of the body that is read are counted together: by address, many
 * addresses could evade a limit on one account. The prefixes keep these apart from real values, so that sending another
 * client's address as a part uses up nothing of theirs.
 */
function partTexts(values: PartValues, client: string): readonly string[] {
  if (values === BEYOND) return ['*'];
  if (values.length === 0) return [`${client.length}~${client}`];
  return values.map((value) => `${value.length}:${value}`);
}

/** All combinations of the parts' values; if there are too many, those at both ends of each part. */
function combined(parts: readonly (readonly string[])[]): readonly string[] {
  const isMany = parts.reduce((product, { length }) => product * length, 1) > MAX_KEYS;
  let texts = [''];
  for (const part of parts) {
    const values = isMany && part.length > 2 ? [part[0]!, part.at(-1)!] : part;
    texts = texts.flatMap((text) => values.map((value) => text + value));
  }
  return texts;
}

/** Keys may hold secrets, and are stored in Redis and in ban lists. */
const digestOf = (text: string, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(text, 'latin1').digest('base64url').slice(0, 22);

function readerOf({ part, name }: RateLimitKeyPart, asked: NamesAsked): ReadPart {
  switch (part) {
    case 'address':
      return ({ client }) => [client.key];
    case 'network':
      return ({ client }) => [networkOf(client)];
    case 'path':
      return ({ head }) => [plainPath(head.target)];
    case 'host':
      return ({ head }) => [head.host];
    case 'method':
      return ({ method }) => [method];
    case 'user_agent':
      return ({ head }) => present(head.userAgent);
    case 'country':
      return ({ country }) => present(country?.code);
    case 'asn':
      return ({ country }) => (country === null || country.asn === 0 ? [] : [String(country.asn)]);
    case 'ja4':
      return (context) => present(ja4Of(context));
    case 'header': {
      const header = headerReader(name, asked);
      return (_context, request) => foldedValues(header(request));
    }
    case 'cookie': {
      const lower = withoutCase(encodeUtf8(name));
      asked.cookies.add(lower);
      return (_context, request) => foldedValues(request.cookie(lower));
    }
    case 'query_parameter': {
      const key = encodeUtf8(name);
      asked.parameters.add(key);
      return (_context, request) => foldedValues(request.parameter(key));
    }
    case 'api_key': {
      const [key, authorization] = [headerReader(API_KEY, asked), headerReader(AUTHORIZATION, asked)];
      return (_context, request) => {
        const keys = foldedValues(key(request));
        return keys.length > 0 ? keys : foldedValues(authorization(request));
      };
    }
    case 'jwt_claim': {
      const authorization = headerReader(AUTHORIZATION, asked);
      // Unchanged: their issuer alone writes them.
      return (_context, request) => {
        const claims = authorization(request).texts.map((field) => bearerClaim(field, name));
        return [...new Set(claims.filter((claim) => claim !== null))].slice(0, MAX_VALUES);
      };
    }
    case 'form_field': {
      const key = encodeUtf8(name);
      asked.body.form.add(key);
      return bodyReader((body) => body.formField(key));
    }
    case 'json_path': {
      const place = jsonPlaceOf(encodeUtf8(name));
      asked.body.json.push(place);
      return bodyReader((body) => body.json(place));
    }
  }
}

function headerReader(name: string, asked: NamesAsked): (request: RequestValues) => Values {
  const lower = name.toLowerCase();
  asked.headers.add(lower);
  return (request) => request.header(lower);
}

const bodyReader =
  (read: (body: BodyValues) => Values): ReadPart =>
  (_context, { body }) => {
    if (body === null) return [];
    const values = foldedValues(read(body));
    return values.length > 0 || body.isWhole || body.isStreamed ? values : BEYOND;
  };

const present = (text: string | undefined): readonly string[] => (text ? [text] : []);

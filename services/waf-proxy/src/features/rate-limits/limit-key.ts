import { createHmac } from 'node:crypto';
import type { RateLimitKeyPart, RateLimitKeyPartName } from '@palisade/site-policy';
import { encodeUtf8, plainPath } from '@palisade/waf-engine';
import { networkOf } from '../../io/shares/holder.ts';
import { jsonPlaceOf } from '../../request/conditions/body-values.ts';
import type { NamesAsked } from '../../request/conditions/compile-condition.ts';
import type { RequestValues } from '../../request/conditions/request-values.ts';
import { type Values, withoutCase } from '../../request/conditions/values.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { LimitKey } from './amount-limiter.ts';
import { bearerClaim } from './bearer-claim.ts';

/** Null: the request has none. */
type ReadPart = (context: RequestContext, request: RequestValues) => string | null;

/** Parts that say no more than the client's address does: they are no secret, and nobody makes up many. */
const PLAIN_PARTS: ReadonlySet<RateLimitKeyPartName> = new Set(['address', 'network', 'country', 'asn']);
/** Longer keys are hashed as well, so that no name of a counter or a ban grows long. */
const MAX_PLAIN = 32;
const API_KEY = 'x-api-key';
const AUTHORIZATION = 'authorization';

/** Parts that stand in the body. */
const BODY_PARTS: ReadonlySet<RateLimitKeyPartName> = new Set(['form_field', 'json_path']);

export interface KeyReader {
  readonly asksBody: boolean;
  read(context: RequestContext, request: RequestValues, secret: Uint8Array): LimitKey;
}

/** @param asked takes the names that the key is made of */
export function compileKey(parts: readonly RateLimitKeyPart[], asked: NamesAsked): KeyReader {
  const readers = parts.map((part) => readerOf(part, asked));
  const isPlain = parts.every(({ part }) => PLAIN_PARTS.has(part));
  return Object.freeze<KeyReader>({
    asksBody: parts.some(({ part }) => BODY_PARTS.has(part)),
    read: (context, request, secret) => {
      const { client } = context;
      // Who leaves a part out is counted by his address: neither past the limit nor together with everybody else who does.
      // The signs keep the two apart: who sends another's address as a part uses up nothing of his.
      const text = readers.map((read) => partText(read(context, request), client.key)).join('');
      return {
        text: isPlain && text.length <= MAX_PLAIN ? text : digestOf(text, secret),
        client: client.key,
        maker: networkOf(client),
      };
    },
  });
}

const partText = (part: string | null, client: string): string =>
  part === null ? `${client.length}~${client}` : `${part.length}:${part}`;

/** Keys may hold secrets, and stand in Redis and in lists of bans. */
const digestOf = (text: string, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(text, 'latin1').digest('base64url').slice(0, 22);

function readerOf({ part, name }: RateLimitKeyPart, asked: NamesAsked): ReadPart {
  switch (part) {
    case 'address':
      return ({ client }) => client.key;
    case 'network':
      return ({ client }) => networkOf(client);
    case 'path':
      return ({ head }) => plainPath(head.target);
    case 'host':
      return ({ head }) => head.host;
    case 'method':
      return ({ method }) => method;
    case 'user_agent':
      return ({ head }) => head.userAgent || null;
    case 'country':
      return ({ country }) => country?.code || null;
    case 'asn':
      return ({ country }) => (country === null || country.asn === 0 ? null : String(country.asn));
    case 'header':
      return headerReader(name, asked);
    case 'cookie': {
      const lower = withoutCase(encodeUtf8(name));
      asked.cookies.add(lower);
      return (_context, request) => textOf(request.cookie(lower));
    }
    case 'query_parameter': {
      const key = encodeUtf8(name);
      asked.parameters.add(key);
      return (_context, request) => textOf(request.parameter(key));
    }
    case 'api_key': {
      const [key, authorization] = [headerReader(API_KEY, asked), headerReader(AUTHORIZATION, asked)];
      return (context, request) => key(context, request) ?? authorization(context, request);
    }
    case 'jwt_claim': {
      const authorization = headerReader(AUTHORIZATION, asked);
      return (context, request) => bearerClaim(authorization(context, request) ?? '', name);
    }
    case 'form_field': {
      const key = encodeUtf8(name);
      return (_context, { body }) => body && textOf(body.formField(key));
    }
    case 'json_path': {
      const place = jsonPlaceOf(encodeUtf8(name));
      return (_context, { body }) => body && textOf(body.json(place));
    }
  }
}

function headerReader(name: string, asked: NamesAsked): ReadPart {
  const lower = name.toLowerCase();
  asked.headers.add(lower);
  return (_context, request) => textOf(request.header(lower));
}

/** Of several, the first: it is the one that most servers take. */
const textOf = ({ texts }: Values): string | null => texts[0] || null;

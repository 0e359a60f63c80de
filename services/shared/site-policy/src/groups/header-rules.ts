import * as z from 'zod/mini';
import { field } from '../model/field.ts';
import { group } from '../model/group.ts';
import { HEADER_NAME, OF_THE_CONNECTION } from '../model/header-names.ts';

export const HEADER_RULE_LIMITS = { rules: 50, name: 64, value: 2_000 } as const;
export const HEADER_TARGETS = ['request', 'response'] as const;
export const HEADER_OPERATIONS = ['set', 'append', 'remove'] as const;

/** Only the edge may say these: origins believe them. */
const OF_THE_EDGE: readonly string[] = [
  'cf-connecting-ip',
  'client-cert',
  'client-cert-chain',
  'client-cert-fingerprint',
  'client-cert-issuer',
  'client-cert-san',
  'client-cert-serial',
  'client-cert-subject',
  'client-cert-verified',
  'forwarded',
  'leaked-password',
  'traceparent',
  'tracestate',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-scheme',
  'x-forwarded-server',
  'x-forwarded-ssl',
  'x-original-url',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
];
/** How the edge stores and codes answers depends on them. */
const OF_THE_BODY: readonly string[] = [
  'accept-ranges',
  'age',
  'alt-svc',
  'cache-status',
  'content-encoding',
  'content-range',
  'date',
  'etag',
  'vary',
];

const REFUSED = {
  request: new Map([
    ...OF_THE_CONNECTION.map(
      (name) => [name, 'belongs to the connection, which the edge keeps itself'] as const,
    ),
    ...OF_THE_EDGE.map((name) => [name, 'is what the edge tells your server of the visitor'] as const),
    ['accept-encoding', 'is what the edge agrees on with your server'],
    ['content-encoding', 'says how the body is coded'],
  ]),
  response: new Map([
    ...OF_THE_CONNECTION.map(
      (name) => [name, 'belongs to the connection, which the edge keeps itself'] as const,
    ),
    ['x-request-id', 'is what the edge names the request by'],
    ...OF_THE_BODY.map(
      (name) => [name, 'is what the edge says of the answer that it stores or compresses'] as const,
    ),
  ]),
} as const satisfies Record<(typeof HEADER_TARGETS)[number], ReadonlyMap<string, string>>;

/** Printable ASCII and blanks within. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export const headerRuleSchema = z
  .object({
    target: z.enum(HEADER_TARGETS).check(z.describe('`request`: to your server.')),
    operation: z
      .enum(HEADER_OPERATIONS)
      .check(z.describe('`set` replaces all headers of that name, `append` adds one, `remove` removes all.')),
    name: z
      .string()
      .check(
        z.trim(),
        z.maxLength(
          HEADER_RULE_LIMITS.name,
          `A header name has at most ${HEADER_RULE_LIMITS.name} characters`,
        ),
        z.regex(HEADER_NAME, 'Please enter the name of a header, without spaces, colons or underscores'),
      ),
    value: z
      .string()
      .check(
        z.trim(),
        z.maxLength(
          HEADER_RULE_LIMITS.value,
          `A header value has at most ${HEADER_RULE_LIMITS.value} characters`,
        ),
        z.describe('Empty if the header is removed.'),
      ),
  })
  .check((context) => {
    const { target, operation, name, value } = context.value;
    const add = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value, continue: true });
    const why = REFUSED[target].get(name.toLowerCase());
    if (why !== undefined) add('name', `${name} cannot be changed: it ${why}`);
    if (operation === 'remove') {
      if (value !== '') add('value', 'A header that is removed has no value');
    } else if (value === '') add('value', 'Please enter a value');
    else if (!VALUE.test(value)) add('value', 'A header value has one line of printable ASCII characters');
  })
  .register(z.globalRegistry, { id: 'HeaderRule' });
export type HeaderRule = z.infer<typeof headerRuleSchema>;

/** Headers that are added, replaced or taken out on the way. */
export const headerRules = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    /** Apply to requests to your server and its responses; the edge's own pages are unaffected. */
    header_rules: field<HeaderRule[]>({
      label: 'Header rules',
      default: [],
      schema: z
        .array(headerRuleSchema)
        .check(
          z.maxLength(
            HEADER_RULE_LIMITS.rules,
            `A domain has at most ${HEADER_RULE_LIMITS.rules} header rules`,
          ),
          z.describe('In the order in which they are applied.'),
        ),
      wire: null,
    }),
  },
});

/** Common rules, one click each. */
export const HEADER_PRESETS: readonly {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}[] = [
  { label: 'HSTS', name: 'Strict-Transport-Security', value: 'max-age=31536000; includeSubDomains' },
  {
    label: 'CSP',
    name: 'Content-Security-Policy',
    value: "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
  },
  {
    label: 'CSP, report only',
    name: 'Content-Security-Policy-Report-Only',
    value: "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
  },
  {
    label: 'Permissions-Policy',
    name: 'Permissions-Policy',
    value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  },
  { label: 'COOP', name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { label: 'CORP', name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { label: 'Referrer-Policy', name: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { label: 'nosniff', name: 'X-Content-Type-Options', value: 'nosniff' },
];

import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { canonicalAddress } from '../model/addresses.ts';
import { field, textsWire, textWire, whole } from '../model/field.ts';
import { group } from '../model/group.ts';
import { HEADER_NAME, OF_THE_CONNECTION } from '../model/header-names.ts';
import { refuse } from '../model/refuse.ts';

export const TRUSTED_PROXY_LIMITS = { networks: 500, header: 64, hops: { min: 1, max: 10 } } as const;
/** What a network may be at most: a larger one would believe half of the internet. */
const WIDEST = { 4: 8, 6: 16 } as const;

/** Fields that any proxy sends for other reasons; none of them can name the visitor. */
const NO_ADDRESS: ReadonlySet<string> = new Set([
  ...OF_THE_CONNECTION,
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'cdn-loop',
  'content-encoding',
  'content-type',
  'cookie',
  'origin',
  'palisade-peer',
  'range',
  'referer',
  'user-agent',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
]);

const networks = z.array(z.string().check(z.maxLength(100))).check(
  z.maxLength(
    TRUSTED_PROXY_LIMITS.networks,
    `A domain has at most ${TRUSTED_PROXY_LIMITS.networks} such networks`,
  ),
  (context) => {
    const seen = new Set<string>();
    context.value.forEach((entry, index) => {
      const problem =
        networkProblem(entry) ??
        (seen.has(canonicalAddress(entry)!) ? 'It is in the list already' : undefined);
      if (problem !== undefined) refuse(context, problem, [index]);
      else seen.add(canonicalAddress(entry)!);
    });
  },
  z.overwrite((entries) => entries.map((entry) => canonicalAddress(entry) ?? entry)),
);

/** Why an entry cannot be on the list; undefined if it can. */
export function networkProblem(entry: string): string | undefined {
  const canonical = canonicalAddress(entry);
  if (canonical === null)
    return 'Please enter a valid IP address or subnet (e.g., 192.0.2.1 or 192.0.2.0/24)';
  const [address, prefix] = canonical.includes('/')
    ? ipaddr.parseCIDR(canonical)
    : [ipaddr.parse(canonical), 128];
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  const isV4 = isMapped || address instanceof ipaddr.IPv4;
  const bits = isMapped ? prefix - 96 : prefix;
  const widest = isV4 ? WIDEST[4] : WIDEST[6];
  return bits < widest
    ? `A network of proxies is /${widest} at most: everybody in it can say who the visitor is`
    : undefined;
}

const header = z.string().check(
  z.trim(),
  z.minLength(1, { error: 'Please enter the name of a header', abort: true }),
  z.maxLength(
    TRUSTED_PROXY_LIMITS.header,
    `A header name has at most ${TRUSTED_PROXY_LIMITS.header} characters`,
  ),
  z.regex(HEADER_NAME, 'Please enter the name of a header, without spaces, colons or underscores'),
  z.refine((name) => !NO_ADDRESS.has(name.toLowerCase()), 'This header cannot hold the visitor’s address'),
);

/**
 * Proxies of the owner in front of the edge, such as another CDN or a load balancer, and how they report visitors. No
 * plan's gate: where a plan ended, all visitors behind a proxy would count as one client, and be shut out together.
 */
export const trustedProxies = group({
  section: 'originConfig',
  killSwitch: null,
  fields: {
    /** Only these are believed. Empty: whoever connects to the edge is the visitor. */
    trusted_proxies: field<string[]>({
      label: 'Trusted proxies',
      default: [],
      schema: networks,
      wire: textsWire(
        'delivery.trustedProxies.networks',
        z
          .array(
            z
              .string()
              .check(z.refine((text) => networkProblem(text) === undefined, 'is no network of proxies')),
          )
          .check(z.maxLength(TRUSTED_PROXY_LIMITS.networks)),
      ),
    }),
    /** `X-Forwarded-For`, `Forwarded`, or a header with one address, such as `CF-Connecting-IP`. */
    trusted_proxy_header: field<string>({
      label: 'Header with the visitor’s address',
      default: 'X-Forwarded-For',
      schema: header,
      wire: textWire('delivery.trustedProxies.header', z.union([z.literal(''), header])),
    }),
    /** How many proxies stand one behind another: so many addresses are read from the right end of the header. */
    trusted_proxy_hops: whole({
      label: 'Proxies in a row',
      default: 1,
      limits: TRUSTED_PROXY_LIMITS.hops,
      wire: 'delivery.trustedProxies.hops',
      wireMin: 0,
    }),
  },
});

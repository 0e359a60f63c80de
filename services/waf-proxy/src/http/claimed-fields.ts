/**
 * Fields that only a proxy may set, in lower case: origins trust them no matter who sent them. They are removed from
 * visitors' requests; our own are then written, and those of owners' header rules appended. The guide to origins lists
 * all of them.
 */

/** Whom a request comes from. Where a site keeps no addresses, these are not logged either. */
export const ADDRESS_FIELDS = [
  'x-forwarded-for',
  'forwarded',
  'forwarded-for',
  'x-forwarded',
  'x-forwarded-client-ip',
  'x-original-forwarded-for',
  'x-vercel-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-originating-ip',
  'x-envoy-external-address',
  'client-ip',
  'remote-addr',
  'proxy-client-ip',
  'wl-proxy-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'do-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'incap-client-ip',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-nf-client-connection-ip',
  'x-proxyuser-ip',
  'x-sucuri-clientip',
] as const;

/** The original URL's parts. */
export const ASKED_FIELDS = [
  'x-forwarded-proto',
  'x-forwarded-protocol',
  'x-forwarded-scheme',
  'x-forwarded-ssl',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'x-forwarded-path',
  'x-forwarded-uri',
  'x-original-url',
  'x-original-uri',
  'x-original-host',
  'x-rewrite-url',
  'x-url-scheme',
  'x-scheme',
  'x-request-id',
  'palisade-peer',
  'front-end-https',
  'cf-visitor',
  'cloudfront-forwarded-proto',
] as const;

/** The user authenticated by a proxy. */
export const IDENTITY_FIELDS = [
  'remote-user',
  'remote-groups',
  'remote-name',
  'remote-email',
  'x-remote-user',
  'x-remote-group',
  'x-forwarded-user',
  'x-forwarded-email',
  'x-forwarded-groups',
  'x-forwarded-preferred-username',
  'x-auth-request-user',
  'x-auth-request-email',
  'x-auth-request-groups',
  'x-auth-request-preferred-username',
  'x-authenticated-user',
  'x-authenticated-userid',
  'x-webauth-user',
  'x-goog-authenticated-user-email',
  'x-goog-authenticated-user-id',
  'x-ms-client-principal',
  'x-ms-client-principal-id',
  'x-ms-client-principal-name',
  'cf-access-authenticated-user-email',
] as const;

export const CLAIMED_FIELDS: ReadonlySet<string> = new Set([
  ...ADDRESS_FIELDS,
  ...ASKED_FIELDS,
  ...IDENTITY_FIELDS,
]);

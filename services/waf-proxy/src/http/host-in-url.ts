/** A host as URLs and the Host field have it: IPv6 addresses in brackets (RFC 3986, 3.2.2). */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

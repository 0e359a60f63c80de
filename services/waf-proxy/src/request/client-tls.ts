import type { RequestContext } from './request-context.ts';

type Asked = Pick<RequestContext, 'connection' | 'isRelayed'>;

/** The client's JA4; '' behind trusted proxies, whose it would be. */
export const ja4Of = ({ connection, isRelayed }: Asked): string =>
  isRelayed ? '' : (connection.fingerprint?.ja4 ?? '');

/** Key size of the connection's cipher; 0 in clear text and behind trusted proxies. */
export const keyBitsOf = ({ connection, isRelayed }: Asked): number =>
  isRelayed ? 0 : (connection.keyBits ?? 0);

/** '1.2' or '1.3'; '' in clear text and behind trusted proxies. */
export const tlsVersionOf = ({ connection, isRelayed }: Asked): string =>
  isRelayed ? '' : connection.tlsVersion;

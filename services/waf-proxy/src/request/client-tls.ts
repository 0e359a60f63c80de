import type { RequestContext } from './request-context.ts';

type Asked = Pick<RequestContext, 'connection'>;

/** The client's JA4; '' behind the operator's own proxies, whose it would be. */
export const ja4Of = ({ connection }: Asked): string =>
  connection.peerTrusted ? '' : (connection.fingerprint?.ja4 ?? '');

/** Key size of the connection's cipher; 0 in clear text and behind the operator's own proxies. */
export const keyBitsOf = ({ connection }: Asked): number =>
  connection.peerTrusted ? 0 : (connection.keyBits ?? 0);

/** '1.2' or '1.3'; '' in clear text and behind the operator's own proxies. */
export const tlsVersionOf = ({ connection }: Asked): string =>
  connection.peerTrusted ? '' : connection.tlsVersion;

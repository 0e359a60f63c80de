import type { RequestContext } from './request-context.ts';

type Asked = Pick<RequestContext, 'connection'>;

/** The client's JA4. Behind the operator's own proxies it would be theirs: ''. */
export const ja4Of = ({ connection }: Asked): string =>
  connection.peerTrusted ? '' : (connection.fingerprint?.ja4 ?? '');

/** Of what the connection is encrypted with; 0 in clear, and behind the operator's own proxies. */
export const keyBitsOf = ({ connection }: Asked): number =>
  connection.peerTrusted ? 0 : (connection.keyBits ?? 0);

/** '1.2' or '1.3', as between the client and who ends TLS here; '' in clear, and behind the operator's own proxies. */
export const tlsVersionOf = ({ connection }: Asked): string =>
  connection.peerTrusted ? '' : connection.tlsVersion;

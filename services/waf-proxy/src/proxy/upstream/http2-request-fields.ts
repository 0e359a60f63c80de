import { CONNECTION_FIELDS } from '../framing/connection-fields.ts';

/**
 * The request head that we wrote for HTTP/1, as HTTP/2 says it. It is our own text, so that its form needs no checking.
 *
 * @returns [name, value, …], pseudo fields first
 */
export function http2RequestFields(head: string, scheme: 'http' | 'https'): string[] {
  const lines = head.split('\r\n');
  const [method = '', path = ''] = (lines[0] ?? '').split(' ');
  const fields: string[] = [];
  let authority = '';
  let isGrpc = false;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index]!;
    const colon = line.indexOf(': ');
    if (colon < 0) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 2);
    if (name === 'host') authority = value;
    else if (!CONNECTION_FIELDS.has(name)) fields.push(name, value);
    if (name === 'content-type') isGrpc = isGrpcType(value);
  }
  // A gRPC server refuses a call whose client does not say that it takes trailers.
  if (isGrpc) fields.push('te', 'trailers');
  return [':method', method, ':scheme', scheme, ':authority', authority, ':path', path, ...fields];
}

export function isGrpcType(contentType: string): boolean {
  return /^application\/grpc(?:[+;]|$)/i.test(contentType);
}

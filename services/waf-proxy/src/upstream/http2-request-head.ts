import { CONNECTION_FIELDS } from '../http/connection-fields.ts';
import { isGrpcType } from '../http/grpc.ts';
import { declaredLength, type SentRequestHead } from './origin-request-head.ts';

/** The head in HTTP/2 form (RFC 9113, 8.3): [name, value, …], pseudo headers first. Upgrades are not possible here. */
export function http2RequestHead(head: SentRequestHead, scheme: 'http' | 'https'): string[] {
  const fields = [
    ':method',
    head.method,
    ':scheme',
    scheme,
    ':authority',
    head.authority,
    ':path',
    head.target,
  ];
  const isGrpc = pushFields(fields, head.passedFields());
  const length = declaredLength(head);
  if (length !== null) fields.push('content-length', String(length));
  pushFields(fields, head.ownFields);
  // A gRPC server refuses calls from clients that do not announce support for trailers.
  if (isGrpc) fields.push('te', 'trailers');
  return fields;
}

/** Adds headers with lower-case names. Returns whether it is a gRPC call. */
function pushFields(to: string[], fields: readonly string[]): boolean {
  let isGrpc = false;
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index]!.toLowerCase();
    const value = fields[index + 1]!;
    if (CONNECTION_FIELDS.has(name)) continue;
    if (name === 'content-type') isGrpc = isGrpcType(value);
    to.push(name, value);
  }
  return isGrpc;
}

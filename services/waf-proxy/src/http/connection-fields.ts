/** Fields of HTTP/1 that concern one connection: they have no meaning in HTTP/2 and may not stand there (RFC 9113, 8.2.2). */
export const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

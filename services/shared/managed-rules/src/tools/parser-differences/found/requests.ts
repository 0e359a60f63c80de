import { EMPTY_CASE, type RequestCase } from '../request-case.ts';

/** What a parser hands to its application, and the engine once did not see. */
export type FoundDifference = readonly [parser: string, what: string, sent: RequestCase, reads: string];

export const request = (kind: RequestCase['kind'], parts: Partial<RequestCase>): RequestCase => ({
  ...EMPTY_CASE,
  id: 0,
  kind,
  ...parts,
});
export const form = (body: string, charset = '') =>
  request('form', { contentType: `application/x-www-form-urlencoded${charset}`, body });
export const json = (body: string, contentType = 'application/json') =>
  request('json', { contentType, body });
export const xml = (body: string, contentType = 'application/xml') => request('xml', { contentType, body });
export const cookie = (header: string) => request('cookies', { cookie: header });
export const parts = (head: string, content = '1') =>
  request('multipart', {
    contentType: 'multipart/form-data; boundary=b',
    body: `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`,
  });
export const mixed = (body: string) =>
  request('multipart', { contentType: 'multipart/mixed; boundary=b', body });

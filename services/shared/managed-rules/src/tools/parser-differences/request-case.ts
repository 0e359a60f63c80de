export const CASE_KINDS = [
  'query',
  'form',
  'multipart',
  'json',
  'xml',
  'cookies',
  'yaml',
  'graphql',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** A request as it stands on the wire. All texts are byte strings: one character a byte. */
export interface RequestCase {
  readonly id: number;
  /** The part of the request that varies: determines which parsers run. */
  readonly kind: CaseKind;
  readonly target: string;
  readonly contentType: string | null;
  readonly cookie: string | null;
  readonly body: string;
}

export const EMPTY_CASE: Omit<RequestCase, 'id' | 'kind'> = {
  target: '/read',
  contentType: null,
  cookie: null,
  body: '',
};

export function headersOf({ contentType, cookie, body }: RequestCase): string[] {
  return [
    ...['Host', 'a.example'],
    ...(contentType === null ? [] : ['Content-Type', contentType]),
    ...(cookie === null ? [] : ['Cookie', cookie]),
    ...(body === '' ? [] : ['Content-Length', String(body.length)]),
  ];
}

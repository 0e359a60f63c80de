// Requests in JSON: HTTP archives (HAR 1.2) as browsers save them, and lines with a request each.
import { z } from 'zod';
import { hasField, type Sample, SampleError, splitAddress } from './sample.ts';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const method = z.string().regex(TOKEN, 'is no method');
const field = z.object({
  name: z.string().regex(/^:?[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'is no name of a header'),
  value: z.string().regex(/^[^\r\n]*$/, 'has a line break'),
});

const harRequest = z.object({
  method,
  url: z.string(),
  headers: z.array(field).default([]),
  postData: z
    .object({
      mimeType: z.string().optional(),
      text: z.string().optional(),
      encoding: z.string().optional(),
      params: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
    })
    .nullish(),
});
const harEntry = z.object({ request: harRequest });
const har = z.object({ log: z.object({ entries: z.array(harEntry) }) });

const line = z.object({
  method: method.default('GET'),
  url: z.string().optional(),
  uri: z.string().optional(),
  target: z.string().optional(),
  headers: z
    .union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))])
    .default([])
    .transform((headers) => (Array.isArray(headers) ? headers : Object.entries(headers)))
    .pipe(
      z.array(
        z.tuple([
          z.string().regex(TOKEN, 'is no name of a header'),
          z.string().regex(/^[^\r\n]*$/, 'has a line break'),
        ]),
      ),
    ),
  body: z.string().optional(),
  body_b64: z.string().optional(),
});

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SampleError(`not JSON: ${(error as Error).message}`);
  }
}

/** A whole archive, one of its entries, or one request of it. */
export function readHar(value: unknown): Sample[] {
  if (typeof value === 'object' && value !== null && 'log' in value)
    return checked(har, value).log.entries.map(({ request }) => sampleOf(request));
  return [sampleOf(checked(harEntry, value).request)];
}

function sampleOf({ method: name, url, headers, postData }: z.infer<typeof harRequest>): Sample {
  const { target, host, secure } = splitAddress(url);
  // HTTP/2 pseudo headers repeat what the URL says.
  const fields = headers
    .filter((header) => !header.name.startsWith(':'))
    .map((header) => [header.name, header.value] as const);
  const body = bodyOf(postData ?? undefined);
  return {
    method: name,
    target,
    fields: [
      ...(host === '' || hasField(fields, 'host') ? [] : [['Host', host] as const]),
      ...fields,
      ...(body === null || hasField(fields, 'content-type') || !postData?.mimeType
        ? []
        : [['Content-Type', postData.mimeType] as const]),
    ],
    body,
    secure,
  };
}

function bodyOf(postData: z.infer<typeof harRequest>['postData']): Buffer | null {
  if (!postData) return null;
  const { text, encoding, params } = postData;
  if (text !== undefined) return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  if (params === undefined) return null;
  return Buffer.from(
    new URLSearchParams(params.map(({ name, value = '' }): [string, string] => [name, value])).toString(),
  );
}

/** `{"method": "POST", "url": "/search", "headers": {…}, "body": "…"}`; `uri` and `target` are accepted for `url`. */
export function readJsonLine(value: unknown): Sample {
  const request = checked(line, value);
  const address = request.url ?? request.uri ?? request.target;
  if (address === undefined) throw new SampleError('url: is missing');
  const { target, host, secure } = splitAddress(address);
  const { body, body_b64: base64, headers } = request;
  return {
    method: request.method,
    target,
    fields: host === '' || hasField(headers, 'host') ? headers : [['Host', host], ...headers],
    body:
      base64 !== undefined ? Buffer.from(base64, 'base64') : body === undefined ? null : Buffer.from(body),
    secure,
  };
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as T;
  const [issue] = error.issues;
  throw new SampleError(`${issue!.path.join('.')}: ${issue!.message}`);
}

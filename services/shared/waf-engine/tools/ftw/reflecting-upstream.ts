import { sniffContentType } from './sniff-content-type.ts';

export interface UpstreamResponse {
  status: number;
  /** [name, value, …] */
  headers: string[];
  body: Buffer;
}

interface ReflectSpecification {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  encodedBody?: string;
}

/** Answers `/reflect` with what the JSON body of the request asks for, everything else with an empty 200. */
export function answer(target: string, body: Uint8Array): UpstreamResponse {
  if (!target.startsWith('/reflect')) return response(200, {}, Buffer.alloc(0));
  let wanted: ReflectSpecification;
  try {
    wanted = JSON.parse(Buffer.from(body).toString('utf8')) as ReflectSpecification;
  } catch {
    return response(400, { 'Content-Type': 'text/plain' }, Buffer.from('invalid JSON'));
  }
  const content =
    wanted.encodedBody === undefined
      ? Buffer.from(wanted.body ?? '')
      : Buffer.from(wanted.encodedBody, 'base64');
  return response(wanted.status ?? 200, wanted.headers ?? {}, content);
}

function response(status: number, fields: Record<string, string>, body: Buffer): UpstreamResponse {
  const headers = Object.entries(fields).flat();
  const typed = Object.keys(fields).some((name) => name.toLowerCase() === 'content-type');
  if (!typed && body.length > 0) headers.push('Content-Type', sniffContentType(body));
  headers.push('Content-Length', String(body.length));
  return { status, headers, body };
}

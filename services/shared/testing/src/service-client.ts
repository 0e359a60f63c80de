import { recordCall } from './call-record.ts';

/** Response of a service's HTTP API. */
export interface ServiceAnswer<Body = Record<string, unknown>> {
  status: number;
  /** The media type; '' without one. */
  type: string;
  headers: Headers;
  /** The parsed JSON; {} if it is something else. Each test states what it expects of it. */
  body: Body & { detail?: string };
  text: string;
  bytes: Buffer;
}

interface ServiceCall {
  method: string;
  /** Below /api. */
  path: string;
  /** Among them that of the identity; null or '' leaves a header out. */
  headers?: Readonly<Record<string, string | null | undefined>>;
  /** Sent as JSON; text is sent as it is. */
  body?: unknown;
}

/** Calls a service as the gateway does, without following redirects. */
export function serviceClient<Body>(service: string, port: number) {
  return async ({ method, path, headers = {}, body }: ServiceCall): Promise<ServiceAnswer<Body>> => {
    const given = Object.entries(headers).filter((header): header is [string, string] => !!header[1]);
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(given),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const type = response.headers.get('content-type') ?? '';
    const answer: ServiceAnswer<Body> = {
      status: response.status,
      type,
      headers: response.headers,
      body: type.includes('json') && text !== '' ? JSON.parse(text) : {},
      text,
      bytes,
    };
    recordCall({ service, method, path, status: answer.status, detail: answer.body.detail });
    return answer;
  };
}

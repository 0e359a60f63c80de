/** A request as it stood on the wire: nothing is normalised, reordered or merged. All strings are byte strings. */
export interface WireRequest {
  method: string;
  target: string;
  protocol: string;
  /** [name, value, name, value, …] */
  headers: string[];
  body: Uint8Array;
}

export type WireResult = { ok: true; request: WireRequest } | { ok: false; status: number; reason: string };

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([^ ]+)(?: (HTTP\/[0-9]+(?:\.[0-9]+)?))?$/;
const HEADER = /^([^\s:]+)[ \t]*:[ \t]*(.*?)[ \t]*$/;
const INVALID_HOST = /[^A-Za-z0-9._~:[\]!$&'()*+,;=\-{}]/;

const refuse = (reason: string, status = 400): WireResult => ({ ok: false, status, reason });

/**
 * Reads one request strictly, like the server that CRS's stages are written for (Apache): what such a server answers
 * with 400 never reaches the rules. Accepts LF alone as a line end; data after the body is ignored.
 */
export function parseWireRequest(wire: Buffer): WireResult {
  const text = wire.toString('latin1');
  const headEnd = /\r?\n\r?\n/.exec(text);
  const head = headEnd === null ? text : text.slice(0, headEnd.index);
  const bodyStart = headEnd === null ? text.length : headEnd.index + headEnd[0].length;
  const [requestLine, ...headerLines] = head.split(/\r?\n/);

  const line = REQUEST_LINE.exec(requestLine ?? '');
  if (line === null) return refuse('malformed request line');
  const [, method, target, protocol = ''] = line as unknown as [string, string, string, string | undefined];
  const problem = targetProblem(method, target) ?? protocolProblem(protocol);
  if (problem !== null) return refuse(problem);

  const headers: string[] = [];
  for (const raw of headerLines) {
    if (/^[ \t]/.test(raw) && headers.length > 0) {
      headers[headers.length - 1] += ` ${raw.trim()}`;
      continue;
    }
    const header = HEADER.exec(raw);
    if (header === null || /[\r\0]/.test(raw)) return refuse('malformed header line');
    headers.push(header[1]!, header[2]!);
  }
  const host = valuesOf(headers, 'host');
  if (host.some((value) => INVALID_HOST.test(value))) return refuse('invalid Host');
  if (protocol === 'HTTP/1.1' && host.includes('')) return refuse('empty Host');
  const body = readBody(headers, wire.subarray(bodyStart));
  if (body === null) return refuse('invalid message length');
  return { ok: true, request: { method, target, protocol, headers: withoutOverriddenLength(headers), body } };
}

/** RFC 9112, 6.3: where both are given, Transfer-Encoding overrides Content-Length; Apache then drops the latter. */
function withoutOverriddenLength(headers: string[]): string[] {
  if (valuesOf(headers, 'transfer-encoding').length === 0) return headers;
  return headers.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() !== 'content-length' ? [name, headers[index + 1]!] : [],
  );
}

export function valuesOf(headers: readonly string[], lowerName: string): string[] {
  return headers.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() === lowerName ? [headers[index + 1]!] : [],
  );
}

function targetProblem(method: string, target: string): string | null {
  if (method === 'CONNECT') return /^[^/]+:\d+$/.test(target) ? null : 'CONNECT without port';
  if (target.includes('#')) return 'fragment in request target';
  if (target.startsWith('\\')) return 'request target is no path';
  return null;
}

function protocolProblem(protocol: string): string | null {
  if (/^HTTP\/0\./.test(protocol)) return 'no such HTTP version';
  return null;
}

function readBody(headers: readonly string[], rest: Buffer): Uint8Array | null {
  const codings = valuesOf(headers, 'transfer-encoding');
  if (codings.some((value) => /\bchunked$/i.test(value))) return dechunk(rest);
  const [length] = valuesOf(headers, 'content-length');
  if (length === undefined) return new Uint8Array(0);
  return /^\d+$/.test(length) ? rest.subarray(0, Number(length)) : null;
}

function dechunk(rest: Buffer): Uint8Array | null {
  const pieces: Buffer[] = [];
  let at = 0;
  while (at < rest.length) {
    const end = rest.indexOf('\n', at);
    const size = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?$/.exec(
      rest.toString('latin1', at, end < 0 ? rest.length : end),
    )?.[1];
    if (size === undefined) return pieces.length === 0 ? null : Buffer.concat(pieces);
    const length = Number.parseInt(size, 16);
    if (length === 0 || end < 0) break;
    pieces.push(rest.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
    while (rest[at] === 0x0d || rest[at] === 0x0a) at++;
  }
  return Buffer.concat(pieces);
}

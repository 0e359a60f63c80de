import { request } from 'node:http';
import { connect } from 'node:http2';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { isNativeError } from 'node:util/types';
import { mayRefuseCertificate, refusesCertificate } from '@palisade/edge-state';
import { hostInUrl } from '../../http/host-in-url.ts';
import { NO_AUTHORITY } from '../http2-origins.ts';
import type { OriginConnector } from '../origin-connect.ts';
import { certificateRefusal, OriginError, type OriginErrorCode } from '../origin-error.ts';
import { endpointOf } from './endpoints.ts';
import type { HealthCheck, OriginGroup, OriginMember } from './origin-group.ts';

export interface ProbeResult {
  ok: boolean;
  /** 0: no response. */
  status: number;
  /** Why it failed, as text with a stable code in front; '' if healthy. */
  problem: string;
}

interface Ask {
  path: string;
  host: string;
  onAnswer(status: number, body: Readable): void;
  onError(error: unknown): void;
}

/** The server says so in HTTP, after the handshake. */
const REFUSED: string = `${'certificate_refused' satisfies OriginErrorCode}: the origin refused the edge's certificate`;
const WHO = 'Palisade-HealthCheck';

/** Checks one origin once, with the same connector and address rules as visitors' requests. Never throws. */
export function probe(
  connector: OriginConnector,
  group: OriginGroup,
  member: OriginMember,
  check: HealthCheck,
): Promise<ProbeResult> {
  const { target } = member;
  const host = hostInUrl(target.hostHeader || group.host);
  const endpoint = endpointOf(target, group.host, false);
  return new Promise((resolve) => {
    let socket: Socket;
    try {
      socket = connector.open(endpoint);
    } catch (error) {
      resolve(failure(error));
      return;
    }
    const limit = setTimeout(() => {
      end({ ok: false, status: 0, problem: `timeout: no answer within ${check.timeoutMs} ms` });
    }, check.timeoutMs);
    const end = (result: ProbeResult) => {
      clearTimeout(limit);
      socket.destroy();
      resolve(result);
    };
    const ask: Ask = {
      path: check.path,
      host,
      onAnswer: (status, body) => {
        const ok = status >= check.statusFrom && status <= check.statusTo;
        const problem = ok ? '' : `status: the origin answered ${status}`;
        if (ok || !endpoint.useTls || !mayRefuseCertificate(status)) end({ ok, status, problem });
        else {
          const ended = (beginning = '') =>
            end({ ok, status, problem: refusesCertificate(status, beginning) ? REFUSED : problem });
          body.once('data', (chunk: Buffer) => ended(chunk.toString('latin1')));
          body.once('close', ended);
        }
      },
      onError: (error) => end(failure(error)),
    };
    if (!endpoint.http2) askByHttp1(socket, ask);
    else {
      socket.once('error', ask.onError);
      socket.once(endpoint.useTls ? 'secureConnect' : 'connect', () => {
        socket.removeListener('error', ask.onError);
        const isHttp1 = socket instanceof TLSSocket && socket.alpnProtocol !== 'h2';
        (isHttp1 ? askByHttp1 : askByHttp2)(socket, ask);
      });
    }
  });
}

function askByHttp1(socket: Socket, { path, host, onAnswer, onError }: Ask): void {
  const asking = request(
    {
      method: 'GET',
      path,
      headers: { Host: host, 'User-Agent': WHO, Accept: '*/*', Connection: 'close' },
      createConnection: () => socket,
    },
    (response) => onAnswer(response.statusCode ?? 0, response),
  );
  asking.on('error', onError);
  asking.end();
}

function askByHttp2(socket: Socket, { path, host, onAnswer, onError }: Ask): void {
  const scheme = socket instanceof TLSSocket ? 'https' : 'http';
  const session = connect(NO_AUTHORITY, { createConnection: () => socket });
  session.on('error', onError);
  const asking = session.request({
    ':scheme': scheme,
    ':authority': host,
    ':path': path,
    'user-agent': WHO,
  });
  asking.on('response', (headers) => onAnswer(Number(headers[':status']), asking));
  asking.on('error', onError);
}

function failure(error: unknown): ProbeResult {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const cause = certificateRefusal(first) ?? first;
  const text = isNativeError(cause) ? cause.message : String(cause);
  return { ok: false, status: 0, problem: `${codeOf(cause)}: ${text}`.slice(0, 300) };
}

function codeOf(cause: unknown): string {
  if (cause instanceof OriginError) return cause.code;
  return isNativeError(cause) && 'code' in cause ? String(cause.code) : 'failed';
}

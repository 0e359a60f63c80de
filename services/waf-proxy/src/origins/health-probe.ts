import { request } from 'node:http';
import type { Socket } from 'node:net';
import { isNativeError } from 'node:util/types';
import { endpointOf } from '../proxy/upstream/endpoints.ts';
import type { OriginConnector } from '../proxy/upstream/origin-connect.ts';
import { OriginError } from '../proxy/upstream/origin-error.ts';
import type { HealthCheck, OriginGroup, OriginMember } from './origin-group.ts';

export interface ProbeResult {
  ok: boolean;
  /** 0: no response. */
  status: number;
  /** Why not, in plain words with a stable code in front; '' when well. */
  problem: string;
}

/** Asks one origin once, by the same way and under the same address rules as visitors' requests. Never throws. */
export function probe(
  connector: OriginConnector,
  group: OriginGroup,
  member: OriginMember,
  check: HealthCheck,
): Promise<ProbeResult> {
  const { target } = member;
  const host = target.hostHeader || group.host;
  return new Promise((resolve) => {
    let socket: Socket;
    try {
      socket = connector.open(endpointOf(target, host));
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
    const asking = request(
      {
        method: 'GET',
        path: check.path,
        headers: { Host: host, 'User-Agent': 'Palisade-HealthCheck', Accept: '*/*', Connection: 'close' },
        createConnection: () => socket,
      },
      (response) => {
        const status = response.statusCode ?? 0;
        const ok = status >= check.statusFrom && status <= check.statusTo;
        end({ ok, status, problem: ok ? '' : `status: the origin answered ${status}` });
      },
    );
    asking.on('error', (error) => end(failure(error)));
    asking.end();
  });
}

function failure(error: unknown): ProbeResult {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const text = isNativeError(cause) ? cause.message : String(cause);
  return { ok: false, status: 0, problem: `${codeOf(cause)}: ${text}`.slice(0, 300) };
}

function codeOf(cause: unknown): string {
  if (cause instanceof OriginError) return cause.code;
  return isNativeError(cause) && 'code' in cause ? String(cause.code) : 'failed';
}

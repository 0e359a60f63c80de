import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  AccessRefusals,
  admit,
  currentTraceparent,
  DomainError,
  IDENTITY_HEADER,
  inSpan,
  outboundSpan,
  type Problem,
  problemOf,
  problemSchema,
} from '@palisade/nest-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config/config.ts';
import { clientKeys } from '../../http/client-keys.ts';
import { serviceFailure } from '../../http/service-failure.ts';
import { routeOf } from '../../routes/route-table.ts';
import { AuthenticatorService, type VisitingCaller } from '../authentication/authenticator.service.ts';
import { credentialsOf } from '../authentication/request-credentials.rules.ts';
import { AdmissionService } from '../rate-limits/admission.service.ts';
import { refuseBeyondView, SUPPORT_VIEW_HEADER } from '../support-views/support-view.rules.ts';
import { GATHERED_CALLS, type GatheredCall } from './gathered-calls.rules.ts';

/** Timeout of a part, ms; the answer is sent without it. */
const TIMEOUT_MS = 10_000;

type Part = { data: unknown } | { problem: Problem };

/** Answers calls by combining calls of several services; see `GATHERED_CALLS`. */
@Injectable()
export class GatheredCallsService {
  private readonly logger = new Logger(GatheredCallsService.name);

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly authenticator: AuthenticatorService,
    private readonly admission: AdmissionService,
    private readonly refusals: AccessRefusals,
  ) {}

  /** @param scope where refused requests are logged */
  register(scope: FastifyInstance): void {
    for (const [path, call] of Object.entries(GATHERED_CALLS)) {
      scope.get(path, async (request, reply) => {
        const caller = await this.admitted(request, path, call);
        void reply.header('cache-control', 'no-store');
        return this.gather(call, caller, String(request.id));
      });
    }
  }

  private async admitted(request: FastifyRequest, path: string, call: GatheredCall): Promise<VisitingCaller> {
    const keys = clientKeys(request);
    await this.admission.take(keys, 'all');
    // Support views only show single services' calls.
    if (request.headers[SUPPORT_VIEW_HEADER] !== undefined) refuseBeyondView(request.method, path);
    const caller = await this.authenticator.callerOf(credentialsOf(request, keys.device));
    try {
      return admit(caller, call.access);
    } catch (error) {
      if (error instanceof DomainError)
        this.refusals.note({ code: error.code, route: `GET ${path}`, caller, peer: request.ip });
      throw error;
    }
  }

  private async gather(call: GatheredCall, caller: VisitingCaller, requestId: string): Promise<object> {
    const parts = await Promise.all(
      Object.entries(call.parts).map(
        async ([name, path]) => [name, await this.partAt(path, caller, requestId)] as const,
      ),
    );
    return Object.fromEntries(parts);
  }

  private async partAt(path: string, caller: VisitingCaller, requestId: string): Promise<Part> {
    try {
      const { ok, body } = await this.ask(path, caller, requestId);
      if (ok) return { data: body };
      const refused = problemSchema.safeParse(body);
      if (refused.success) return { problem: refused.data };
      throw new Error(`a service refused ${path} without saying why`);
    } catch (error) {
      this.logger.error({ err: error, path, request_id: requestId }, 'a service did not answer');
      return { problem: problemOf(serviceFailure(error as Error), requestId).problem };
    }
  }

  private async ask(
    path: string,
    caller: VisitingCaller,
    requestId: string,
  ): Promise<{ ok: boolean; body: unknown }> {
    const route = routeOf(path.replace(/\?.*/, ''));
    if (route === null) throw new Error(`nobody owns ${path}`);
    const base = this.config.PALISADE_GATEWAY_UPSTREAMS[route.upstream];
    const url = new URL(base.replace(/\/$/, '') + path);
    const identity = await this.authenticator.tokenFor(route.upstream, caller);
    return inSpan(outboundSpan('GET', url), async (span) => {
      const traceparent = currentTraceparent();
      const headers = {
        accept: 'application/json',
        [IDENTITY_HEADER]: identity,
        'x-request-id': requestId,
        ...(traceparent !== undefined && { traceparent }),
      };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      span?.set({ 'http.response.status_code': response.status });
      return { ok: response.ok, body: (await response.json()) as unknown };
    });
  }
}

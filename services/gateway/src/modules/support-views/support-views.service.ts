import { Inject, Injectable } from '@nestjs/common';
import { AccessRefusals, admit, DomainError } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';
import type { VisitingCaller } from '../authentication/authenticator.service.ts';
import { refuseBeyondView, SUPPORT_VIEW_HEADER, SUPPORT_VIEW_SCOPES } from './support-view.rules.ts';

/**
 * Administrators who see a customer's dashboard. Their own session asks; the auth service says, each time, whether the
 * customer still allows it, and notes it; the services are then asked in the customer's name, with scopes that only read.
 */
@Injectable()
export class SupportViewsService {
  constructor(
    @Inject(AUTH) private readonly auth: Pick<AuthClient, 'lookAsSupport'>,
    private readonly refusals: AccessRefusals,
  ) {}

  /** The view that a request names; `null`: none, it is in the caller's own name. */
  viewOf(request: Pick<FastifyRequest, 'headers'>): string | null {
    const named = request.headers[SUPPORT_VIEW_HEADER];
    return named === undefined ? null : String(named);
  }

  /**
   * Whom a request that names a view is answered as.
   * @throws DomainError forbidden `support_view_read_only`, `support_view_not_shown`, `support_view_over`, `admin_required`,
   * `session_required`, `support_view_too_many_pages`
   */
  async customerOf(
    caller: VisitingCaller,
    viewId: string,
    { method, path }: { method: string; path: string },
  ): Promise<VisitingCaller> {
    try {
      refuseBeyondView(method, path);
      return await this.look(caller, viewId, path);
    } catch (error) {
      if (error instanceof DomainError)
        this.refusals.note({ code: error.code, route: `${method} in a support view`, caller, peer: '' });
      throw error;
    }
  }

  /** Whether what is open for longer may stay so. */
  async holds(caller: VisitingCaller, viewId: string, path: string): Promise<boolean> {
    try {
      await this.look(caller, viewId, path, true);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'unavailable') return false;
      throw error;
    }
  }

  private async look(
    caller: VisitingCaller,
    viewId: string,
    path: string,
    staysOpen = false,
  ): Promise<VisitingCaller> {
    // An API key is no person whom a customer has allowed anything.
    const { userId: adminId, sessionId, clientAddress } = admit(caller, { level: 'admin', scope: 'session' });
    const { userId } = await this.auth.lookAsSupport({
      viewId,
      adminId,
      sessionId,
      clientAddress,
      path,
      staysOpen,
    });
    return {
      kind: 'user',
      userId: userId as never,
      // No session of the customer's: nothing that belongs to one is reached.
      sessionId: viewId as never,
      isAdmin: false,
      scopes: SUPPORT_VIEW_SCOPES,
      clientAddress,
    };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { AccessRefusals, admit, DomainError } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';
import type { VisitingCaller } from '../authentication/authenticator.service.ts';
import { refuseBeyondView, SUPPORT_VIEW_HEADER, SUPPORT_VIEW_SCOPES } from './support-view.rules.ts';

/**
 * Administrators who see a customer's dashboard. Their own session makes the call; auth confirms each time that the
 * customer still allows it, and logs it; services then get the customer's identity with reading scopes.
 */
@Injectable()
export class SupportViewsService {
  constructor(
    @Inject(AUTH) private readonly auth: Pick<AuthClient, 'lookAsSupport'>,
    private readonly refusals: AccessRefusals,
  ) {}

  /** The view that a request names; `null`: none. */
  viewOf(request: Pick<FastifyRequest, 'headers'>): string | null {
    const named = request.headers[SUPPORT_VIEW_HEADER];
    return named === undefined ? null : String(named);
  }

  /**
   * The identity for a request in a support view.
   * @throws DomainError forbidden `support_view_read_only`, `support_view_not_shown`, `support_view_over`,
   * `admin_required`, `session_required`, `support_view_too_many_pages`
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

  /** Whether a stream may continue. */
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
    // The customer has allowed a person, not an API key.
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
      // No session of the customer's, so that nothing bound to one is reachable.
      sessionId: viewId as never,
      isAdmin: false,
      scopes: SUPPORT_VIEW_SCOPES,
      clientAddress,
    };
  }
}

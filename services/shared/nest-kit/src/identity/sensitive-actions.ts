import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { DomainError } from '../errors/domain-error.ts';
import type { UserCaller } from './identity.ts';

/** How long after giving the password (and the code, where a second factor is set up) a session may do these. */
export const REAUTHENTICATION_MINUTES = 10;

/**
 * How an action makes sure that the account's owner is there and not only their session.
 * - `session`: the session has been confirmed within the last minutes; else 403 `reauthentication_required`
 * - `change`: the same, but only where the handler finds that the request changes what matters
 * - `password`: the form itself asks for the password, which is never asked for twice
 * - `session_or_key`: a session as above; or an API key with the route's scope, which a confirmed session gave it for just this
 */
export type ConfirmedBy = 'session' | 'change' | 'password' | 'session_or_key';

/** Everything that a stolen session must not be able to do. API keys can do none of it, whatever their scopes, but what says so. */
export const SENSITIVE_ACTIONS = {
  'account.change_address': 'change',
  'account.change_password': 'password',
  'account.close': 'session',
  'account.export': 'session',
  'subscription.cancel': 'session',
  'session.list': 'session',
  'security_activity.list': 'session',
  'session.end': 'session',
  'session.end_others': 'session',
  'api_key.create': 'session',
  'mfa.set_up': 'session',
  'mfa.regenerate': 'password',
  'mfa.disable': 'password',
  'mfa.delete': 'password',
  'domain.answer_ownership_request': 'session',
  'log_stream.create': 'session_or_key',
  'log_stream.update': 'session_or_key',
  'log_stream.delete': 'session_or_key',
  'log_stream.rotate_secret': 'session_or_key',
  'admin.user.create': 'session',
  'admin.user.update': 'session',
  'admin.user.activate': 'session',
  'admin.user.deactivate': 'session',
  'admin.user.delete': 'session',
  'admin.support_view.open': 'session',
  'admin.plan.create': 'session',
  'admin.plan.update': 'session',
  'admin.plan.delete': 'session',
  'admin.order.refund': 'session',
  'admin.edge.control': 'session',
  'admin.failed_work.discard': 'session',
  'admin.log_stream.create': 'session',
  'admin.log_stream.update': 'session',
  'admin.log_stream.delete': 'session',
  'admin.log_stream.rotate_secret': 'session',
  'admin.status_page.suspend': 'session',
  'admin.smtp.create': 'session',
  'admin.smtp.update': 'session',
  'admin.smtp.delete': 'session',
  'admin.subscriber.export': 'session',
  'admin.subscriber.import': 'session',
  'admin.campaign.send': 'session',
  'admin.campaign.test': 'session',
} as const satisfies Record<string, ConfirmedBy>;

export type SensitiveAction = keyof typeof SENSITIVE_ACTIONS;

export const SENSITIVE_METADATA = 'palisade:sensitive';
/** Extension in the API description: `{ action, confirmed_by }`. */
export const SENSITIVE_EXTENSION = 'x-palisade-sensitive';

/** On a route beside its access: what it does is one of `SENSITIVE_ACTIONS`. */
export const Sensitive = (action: SensitiveAction) =>
  applyDecorators(
    SetMetadata<string, SensitiveAction>(SENSITIVE_METADATA, action),
    ApiExtension(SENSITIVE_EXTENSION, { action, confirmed_by: SENSITIVE_ACTIONS[action] }),
  );

/** @throws DomainError forbidden `session_required` */
export function refuseApiKeys(caller: UserCaller): void {
  if (caller.scopes.length === 0) return;
  const detail = 'This requires a signed-in user. API keys are not accepted.';
  throw new DomainError('forbidden', 'session_required', detail);
}

/** @throws DomainError forbidden `session_required`, `reauthentication_required` */
export function requireReauthentication(caller: UserCaller, now = Date.now()): void {
  refuseApiKeys(caller);
  if ((caller.reauthenticatedUntil ?? 0) > now) return;
  const detail = 'Please confirm that it is you: enter your password again.';
  throw new DomainError('forbidden', 'reauthentication_required', detail);
}

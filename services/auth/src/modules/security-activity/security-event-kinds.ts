import type { AccountMail } from '../mail-requests/mail-requests.service.ts';

interface EventKind {
  /**
   * Template of the mail about the event. Kinds without one have a mail of their own already, or come with another kind
   * that has.
   */
  mail: AccountMail | null;
  /** Maximum mails of the kind in an hour: further events appear in the list only, so that the inbox is not flooded. */
  mailsPerHour: number;
}

const silent: EventKind = { mail: null, mailsPerHour: 0 };
const mailed = (mail: AccountMail, mailsPerHour = 10): EventKind => ({ mail, mailsPerHour });

/** Events that an account's owner sees under security activity. */
export const SECURITY_EVENT_KINDS = {
  signed_in_on_new_device: mailed('new_device'),
  api_key_created: mailed('api_key_created'),
  api_key_revoked: mailed('api_key_revoked'),
  mfa_enabled: silent,
  /** A new secret in place of the active one, with new backup codes. */
  mfa_renewed: silent,
  mfa_disabled: silent,
  backup_code_used: mailed('backup_code_used'),
  password_changed: silent,
  password_reset: silent,
  email_changed: silent,
  email_confirmed: silent,
  email_change_undone: silent,
  access_ended: silent,
  other_sessions_ended: silent,
  /** A refresh token that had been replaced was presented: a copy of it exists. The session is ended. */
  refresh_token_reused: mailed('session_stolen'),
  /** Programs fetch logs every few minutes; one mail is enough. */
  logs_exported: mailed('logs_exported', 1),
  /** Log records are streamed to another destination from now on, or no longer. */
  log_stream_changed: mailed('log_stream_changed'),
  reauthentication_failed: silent,
  /** An administrator wants to see the dashboard as its owner does. */
  support_view_asked: mailed('support_view_asked'),
  support_view_allowed: silent,
  support_view_refused: silent,
  support_view_opened: mailed('support_view_opened'),
  support_view_ended: silent,
} as const satisfies Record<string, EventKind>;

export type SecurityEventKind = keyof typeof SECURITY_EVENT_KINDS;

const names = Object.keys(SECURITY_EVENT_KINDS) as [SecurityEventKind, ...SecurityEventKind[]];
export const SECURITY_EVENT_NAMES: readonly [SecurityEventKind, ...SecurityEventKind[]] = names;

/** Retention of events. */
export const RETENTION_DAYS = 365;
/** Per kind, so that many events of one kind displace none of another. */
export const MAX_EVENTS_PER_KIND = 100;

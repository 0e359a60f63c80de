import type { SecurityActivity } from './settings-api.ts';

type SecurityEvent = SecurityActivity['entries'][number];

const REASONS: Readonly<Record<string, string>> = {
  password_changed: 'the password was changed',
  password_reset: 'the password was reset',
  email_change_undone: 'a change of the email address was undone',
  deactivated: 'the account was deactivated',
  deleted: 'the account was closed',
};

const key = ({ details }: SecurityEvent): string => `"${details.key}" (${details.hint}…)`;

const WORDS: Readonly<Record<SecurityEvent['kind'], (event: SecurityEvent) => string>> = {
  signed_in_on_new_device: () => 'Signed in on a new device',
  api_key_created: (event) => `API key ${key(event)} made`,
  api_key_revoked: (event) => `API key ${key(event)} deleted`,
  mfa_enabled: () => 'Two-factor authentication enabled',
  mfa_renewed: () => 'Two-factor secret and backup codes renewed',
  mfa_disabled: () => 'Two-factor authentication disabled',
  backup_code_used: ({ details }) => `Backup code used, ${details.left} left`,
  password_changed: () => 'Password changed',
  password_reset: () => 'Password reset by a mailed link',
  email_changed: ({ details }) => `Email address changed from ${details.from} to ${details.to}`,
  email_confirmed: ({ details }) => `Email address ${details.email} confirmed`,
  email_change_undone: () => 'Change of the email address undone',
  access_ended: ({ details }) => {
    const reason = REASONS[details.reason ?? ''];
    return `Sessions, API keys and known devices ended${reason ? `: ${reason}` : ''}`;
  },
  other_sessions_ended: () => 'Signed out on all other devices',
  refresh_token_reused: () => 'Session ended: it was used in two places at once',
  logs_exported: ({ details }) =>
    `Logs of ${details.domain ?? 'all sites'} exported${details.by === 'api_key' ? ' with an API key' : ''}`,
  log_stream_changed: ({ details }) =>
    `Log stream ${details.stream} of ${details.domain} ${details.act}${details.by === 'api_key' ? ' with an API key' : ''}; it sends to ${details.target}`,
  support_view_asked: ({ details }) => `${details.administrator} asked to view your dashboard`,
  support_view_allowed: ({ details }) => `${details.administrator} was allowed to view your dashboard`,
  support_view_refused: ({ details }) => `${details.administrator} was not allowed to view your dashboard`,
  support_view_opened: ({ details }) => `${details.administrator} began to look at your dashboard`,
  support_view_ended: ({ details }) => `${details.administrator} can no longer view your dashboard`,
  reauthentication_failed: ({ details }) =>
    `Wrong password or code entered ${details.attempts} times in a session`,
};

export const securityEventWords = (event: SecurityEvent): string => WORDS[event.kind](event);

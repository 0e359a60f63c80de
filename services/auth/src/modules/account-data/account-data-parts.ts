import type { AccountDataParts } from '@palisade/nest-kit';

/** No part contains hashes of passwords, keys or tokens, nor TOTP secrets. */
export const ACCOUNT_DATA_PARTS: AccountDataParts = {
  profile: `SELECT id, email, username, full_name, is_admin, is_active, email_confirmed_at, password_changed_at, email_alerts,
      attack_notifications, weekly_reports, marketing_emails, created_at, updated_at
    FROM users WHERE id = $1 ORDER BY id`,
  'sign-ins': `SELECT created_at, last_seen_at, expires_at, ended_at, end_reason, client_address, user_agent
    FROM sessions WHERE user_id = $1 ORDER BY created_at, id`,
  'known-devices': `SELECT client_network, first_used_at, last_used_at FROM known_devices WHERE user_id = $1 ORDER BY id`,
  'second-factors': `SELECT name, type, created_at, enabled_at FROM mfa_configs WHERE user_id = $1 ORDER BY created_at, id`,
  'api-keys': `SELECT name, scopes, created_at, last_used_at, expires_at, revoked_at
    FROM api_keys WHERE user_id = $1 ORDER BY created_at, id`,
  'security-events': `SELECT at, kind, client_address, user_agent, by_administrator, details
    FROM security_events WHERE user_id = $1 ORDER BY at, id`,
  // Administrators' acts on other accounts belong to those accounts.
  'audit-events': `SELECT at, action, target_type, target_id, details, client_address
    FROM audit_log WHERE actor_id = $1 AND action NOT LIKE 'admin.%' ORDER BY at, id`,
  'support-views': `SELECT reason, asked_at, answered_at, allowed, opened_at, ends_at, ended_at
    FROM support_views WHERE user_id = $1 ORDER BY asked_at, id`,
};

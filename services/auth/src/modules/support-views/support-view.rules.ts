/** How long a customer's permission lasts after it was given. */
export const VIEW_MINUTES = 60;
/** How long a request for permission waits for an answer. */
export const ASKED_HOURS = 72;
/** Maximum requests per customer in 24 hours, from all administrators together, because each sends a mail. */
export const MAX_ASKED_A_DAY = 5;
/** Maximum different paths recorded per view; an hour's reading needs fewer. */
export const MAX_PATHS = 500;
export const MAX_PATH_LENGTH = 300;
export const RETENTION_DAYS = 365;
/** The newest; the audit log has all. */
export const LISTED = 20;
/** Maximum calls listed per support view; the most recent are shown. */
export const LISTED_LOOKS = 50;

/**
 * `asked` → `allowed` → `open` → `ended`; or `refused`, `withdrawn` by the administrator who asked, or `lapsed` without
 * an answer.
 */
export const SUPPORT_VIEW_STATES = [
  'asked',
  'allowed',
  'open',
  'ended',
  'refused',
  'withdrawn',
  'lapsed',
] as const;
export type SupportViewState = (typeof SUPPORT_VIEW_STATES)[number];

/** State of `support_views v`, by the database's clock; `s` is the session that it was opened in. */
export const STATE_SQL = `CASE
  WHEN v.allowed IS FALSE THEN 'refused'
  WHEN v.ended_at IS NOT NULL THEN CASE WHEN v.answered_at IS NULL THEN 'withdrawn' ELSE 'ended' END
  WHEN v.answered_at IS NULL THEN CASE WHEN v.lapses_at > now() THEN 'asked' ELSE 'lapsed' END
  WHEN v.ends_at <= now() THEN 'ended'
  WHEN v.opened_at IS NULL THEN 'allowed'
  WHEN s.ended_at IS NULL AND s.expires_at > now() THEN 'open'
  ELSE 'ended' END`;
export const STATES_FROM = 'support_views v LEFT JOIN sessions s ON s.id = v.session_id';

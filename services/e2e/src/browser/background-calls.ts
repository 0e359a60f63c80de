/** What pages of a signed-in customer ask for by themselves: refused where a session ends while such a page is open. */
export const BACKGROUND_CALLS = [
  '/api/auth/me',
  '/api/domains',
  '/api/plans',
  '/api/plans/mine',
  '/api/dashboard/stats',
  '/api/dashboard/live',
  '/api/dashboard/logs/live',
  '/api/notifications',
] as const;

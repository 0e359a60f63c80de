/** Scope of routes for people in browser sessions: no API key can have it. */
export const SESSION_ONLY = 'session';

/** Of routes that only a person may use, in a browser session: no API key ever has this scope. */
export const SESSION_ONLY = 'session';

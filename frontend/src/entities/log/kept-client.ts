// The client as the log stores it: its address, or by the site's privacy settings its network or a pseudonym.

/** Tells clients apart for a day; no list and no rule can take it. */
export const isPseudonym = (client: string): boolean => client.startsWith('anon-');

/** Lists and rules take it; a ban does not. */
export const isNetwork = (client: string): boolean => client.includes('/');

/** One that a request could come from: of a network the first; empty where none is known. */
export const addressIn = (client: string): string =>
  isPseudonym(client) ? '' : (client.split('/', 1)[0] ?? '');

const BEYOND_ASCII = /[\x80-\xff]/g;

/**
 * A request's target with each byte beyond ASCII escaped. RFC 9112 knows none in a request line; old browsers and scripts write them (`/größe`),
 * and servers take them for what their escapes say. Behind this place there is one spelling: to rules, caches and origins.
 */
export const asciiTarget = (target: string): string =>
  target.replace(BEYOND_ASCII, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

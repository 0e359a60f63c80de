/**
 * Control characters, which steer terminals (colours, titles, the clipboard), and those that turn the direction of what follows:
 * a line would read otherwise than it is.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is replaced.
const STEERING = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** One line of what strangers wrote, as a terminal may show it. */
export const printable = (text: string): string => text.replace(STEERING, '\uFFFD');

/** The same of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

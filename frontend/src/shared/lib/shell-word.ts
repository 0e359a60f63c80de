const PLAIN = /^[\x20-\x7e]*$/;

/**
 * A word for a shell. What attackers sent must neither end the word nor reach a terminal as it is: in quotes where all can be
 * seen, else by the numbers of its bytes.
 */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const bytes = [...new TextEncoder().encode(text)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${bytes.join('')}'`;
}

export interface Secret {
  name: string;
  /** The secret as it is handed over. */
  text: string;
  /** What it stands for, where the text is itself an encoding: the bytes of a base32 seed, of a base64 key. */
  bytes?: Buffer;
}

export interface Form {
  name: string;
  needle: Buffer;
}

/** Shorter ones would turn up by chance. */
const MIN_LENGTH = 8;

/** The forms in which a secret could be read in a dump: plain, hexadecimal, base64. */
export function formsOf({ name, text, bytes }: Secret): Form[] {
  const plain = Buffer.from(text);
  const values = bytes === undefined ? [plain] : [plain, bytes];
  return values.flatMap((value) => {
    if (value.length < MIN_LENGTH) throw new Error(`${name} is too short to be looked for`);
    const hex = value.toString('hex');
    return [
      { name: `${name}, plain`, needle: value },
      { name: `${name}, hex`, needle: Buffer.from(hex) },
      { name: `${name}, HEX`, needle: Buffer.from(hex.toUpperCase()) },
      ...[0, 1, 2].flatMap((shift) => [
        { name: `${name}, base64`, needle: Buffer.from(base64Within(value, shift, 'base64')) },
        { name: `${name}, base64url`, needle: Buffer.from(base64Within(value, shift, 'base64url')) },
      ]),
    ];
  });
}

/**
 * How a value looks in the base64 of something longer, where it begins `shift` bytes after a group of three: without
 * the characters at its edges that depend on its neighbours.
 */
function base64Within(value: Buffer, shift: number, encoding: 'base64' | 'base64url'): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), value])
    .toString(encoding)
    .replaceAll('=', '');
  const dependsOnTheNext = (shift + value.length) % 3 === 0 ? 0 : 1;
  return encoded.slice([0, 2, 3][shift], encoded.length - dependsOnTheNext);
}

/** Names of the forms that are found. */
export const foundIn = (haystack: Buffer, forms: readonly Form[]): string[] =>
  forms.filter(({ needle }) => haystack.includes(needle)).map(({ name }) => name);

/** Bytes of an RFC 4648 base32 text. */
export function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  let bits = '';
  for (const character of text.replace(/=+$/, '').toUpperCase()) {
    bits += alphabet.indexOf(character).toString(2).padStart(5, '0');
  }
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

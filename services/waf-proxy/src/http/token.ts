const TOKEN_CHARACTERS = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** By character code: 1 where the character is allowed in a token (RFC 9110, 5.6.2). */
export const IS_TOKEN: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, code) =>
  TOKEN_CHARACTERS.includes(String.fromCharCode(code)) ? 1 : 0,
);

export function isToken(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (IS_TOKEN[text.charCodeAt(index)] !== 1) return false;
  }
  return text !== '';
}

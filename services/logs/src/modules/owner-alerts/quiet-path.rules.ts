const MAX_PATH = 100;

/**
 * A path that is safe in messages. A stranger wrote it, and chats turn `[Sign in](https://…)` and `@all` into links and
 * mentions, mails do so with `www.`; percent-encoded it means the same and is only a path.
 */
export const quietPath = (path: string): string =>
  path
    .slice(0, MAX_PATH)
    .replace(/[^A-Za-z0-9/_.~%-]|www\./gi, (piece) =>
      piece.length > 1
        ? piece.replace('.', '%2E')
        : Array.from(
            Buffer.from(piece),
            (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
          ).join(''),
    );

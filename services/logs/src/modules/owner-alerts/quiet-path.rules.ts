const MAX_PATH = 100;

/**
 * A path as messages may say it. A stranger wrote it, and chats make links and mentions of `[Sign in](https://…)` and `@all`, mails
 * of `www.`; escaped as an address may be, it means the same and is nothing but a path.
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

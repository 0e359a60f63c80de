import { OperatorError } from './operator-error.ts';

const FILE_ERRORS = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO', 'ENOTDIR', 'EISDIR']);

/** A disk that is full, or not ours, is no fault of this program. */
export async function asUsageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (!FILE_ERRORS.has(code)) throw cause;
    throw new OperatorError(
      'not_written',
      message,
      'Make room, or run as the user whose files these are. Nothing is lost; the same command goes on where it stood.',
      { cause },
    );
  }
}

import { createRequire } from 'node:module';
import type { DatabaseSync } from 'node:sqlite';

/** SQLite is part of Node, which says at its first use that its API may change; a node's log is no place for that. */
function load(): typeof DatabaseSync {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return createRequire(import.meta.url)('node:sqlite').DatabaseSync as typeof DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

export const Sqlite = load();

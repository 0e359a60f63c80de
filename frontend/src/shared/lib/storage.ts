/** A storage of the browser's that may be forbidden or full: reading then gives null and writing is dropped. */
const storageOf = (open: () => Storage) => ({
  get(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      open().setItem(key, value);
    } catch {
      // The page works on without the memory.
    }
  },
  remove(key: string): void {
    try {
      open().removeItem(key);
    } catch {
      // As above.
    }
  },
});

export const storage = storageOf(() => window.localStorage);
/** Per tab, and deleted with it. */
export const tabStorage = storageOf(() => window.sessionStorage);

/** Invented for tests; its hash is in `leaked-passwords.txt`, which the shared products load. */
export const LEAKED_PASSWORD = 'letters-on-a-wall-7';

/** Made up for tests; its hash stands in `leaked-passwords.txt`, which the shared products know. */
export const LEAKED_PASSWORD = 'letters-on-a-wall-7';

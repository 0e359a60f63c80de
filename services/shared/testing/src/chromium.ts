import { existsSync } from 'node:fs';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** This machine's Chromium: what PALISADE_CHROMIUM names, else Debian's. */
export function chromiumPath(): string {
  const file = process.env.PALISADE_CHROMIUM ?? CANDIDATES.find((candidate) => existsSync(candidate));
  if (file === undefined) {
    throw new Error(
      'No Chromium found; install it (Debian: apt-get install chromium) or set PALISADE_CHROMIUM.',
    );
  }
  return file;
}

import { existsSync } from 'node:fs';

/** The one without windows takes half the CPU time of the whole browser. */
const CANDIDATES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** This machine's Chromium: what PALISADE_CHROMIUM names, else Debian's. */
export function chromiumPath(): string {
  const file = process.env.PALISADE_CHROMIUM ?? CANDIDATES.find((candidate) => existsSync(candidate));
  if (file === undefined) {
    throw new Error(
      'No Chromium found; install it (Debian: apt-get install chromium-headless-shell) or set PALISADE_CHROMIUM.',
    );
  }
  return file;
}

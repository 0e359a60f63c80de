import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's own Chromium, without the background traffic that a test machine cannot answer. */
export function browserLaunch(): LaunchOptions {
  const executablePath = process.env.PALISADE_CHROMIUM ?? CANDIDATES.find((file) => existsSync(file));
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium found; install it (Debian: apt-get install chromium) or set PALISADE_CHROMIUM.',
    );
  }
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(browserLaunch());

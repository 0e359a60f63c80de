import { chromiumPath } from '@palisade/testing';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Debian's own Chromium, without the background traffic that a test machine cannot answer. */
export function browserLaunch(): LaunchOptions {
  return {
    executablePath: chromiumPath(),
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

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real Chromium in which every host of these rules is at this address. */
export async function openBrowser(hosts: Readonly<Record<string, string>>): Promise<Browser> {
  const executablePath = process.env.PALISADE_CHROMIUM ?? CANDIDATES.find((file) => existsSync(file));
  if (executablePath === undefined)
    throw new Error('No Chromium found; install it or set PALISADE_CHROMIUM.');
  const rules = Object.entries(hosts).map(([host, address]) => `MAP ${host} ${address}`);
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=${rules.join(',')}`],
  });
}

import { chromiumPath } from '@palisade/testing';
import { type Browser, chromium } from 'playwright-core';

/** A real Chromium in which every host of these rules is at this address. */
export async function openBrowser(hosts: Readonly<Record<string, string>>): Promise<Browser> {
  const rules = Object.entries(hosts).map(([host, address]) => `MAP ${host} ${address}`);
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=${rules.join(',')}`],
  });
}

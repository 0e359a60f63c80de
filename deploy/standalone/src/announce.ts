import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DemoAccount, Secrets } from './config/secrets.ts';
import type { LauncherOptions } from './options.ts';
import { acmeFolder, DEMO_DOMAIN } from './plan.ts';

/** Tells a person where to go, and a program (ready.json in the data directory) the same. Passwords are shown once. */
export function announce(
  options: LauncherOptions,
  secrets: Secrets,
  { fresh, seconds }: { fresh: boolean; seconds: number },
): void {
  const { ports, dataDirectory } = options;
  const urls = {
    dashboard: `http://localhost:${ports.dashboard}/`,
    demo_site: `http://${DEMO_DOMAIN}:${ports.edgeHttp}/`,
    demo_site_tls: `https://${DEMO_DOMAIN}:${ports.edgeHttps}/`,
    inbox: `http://localhost:${ports.inbox}/`,
    paypal_stand_in: `http://localhost:${ports.paypal}/`,
    demo_dns: `http://localhost:${ports.dnsPanel}/`,
  };
  const account = (label: string, { email, password }: DemoAccount) =>
    `  ${label.padEnd(10)} ${email.padEnd(26)} ${fresh ? password : '(password in secrets.json)'}`;
  console.log(`
Palisade is ready after ${seconds.toFixed(1)} s.

  Dashboard   ${urls.dashboard}
  Demo site   ${urls.demo_site}   (protected; try ${urls.demo_site}?q=%27%20OR%201%3D1--)
  with TLS    ${urls.demo_site_tls}   (your browser trusts it after ${path.join(acmeFolder(options), 'root.pem')} is imported)
  Demo DNS    ${urls.demo_dns}   (stands in for your registrar)
  Mails       ${urls.inbox}   (everything that is sent lands here)
  PayPal      ${urls.paypal_stand_in}   (a stand-in: no money moves)

  Accounts${fresh ? ' (these passwords are shown once; they are kept in secrets.json)' : ''}
${account('customer', secrets.accounts.customer)}
${account('admin', secrets.accounts.admin)}

  Data        ${dataDirectory}
  Ctrl-C stops everything.
`);
  // Whoever waits for the file must not find half of it.
  const file = path.join(dataDirectory, 'ready.json');
  writeFileSync(`${file}.new`, JSON.stringify({ urls, seconds, pid: process.pid }, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

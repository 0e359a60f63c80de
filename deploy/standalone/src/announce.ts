import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DemoAccount, Secrets } from './config/secrets.ts';
import { COMPONENTS, type Component, type LauncherOptions } from './options.ts';
import { acmeFolder, DEMO_DOMAIN } from './plan.ts';

interface Start {
  /** The secrets were made by it. */
  fresh: boolean;
  seconds: number;
}

/** Tells a person where to go, and a program (ready.json in the data directory) the same. Passwords are shown once. */
export function announce(options: LauncherOptions, secrets: Secrets, start: Start): void {
  const { dataDirectory } = options;
  const { seconds } = start;
  const urls = urlsOf(options);
  console.log(announcement(options, secrets, start));
  // Whoever waits for the file must not find half of it.
  const file = path.join(dataDirectory, 'ready.json');
  writeFileSync(`${file}.new`, JSON.stringify({ urls, seconds, pid: process.pid }, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function urlsOf({ ports }: LauncherOptions) {
  return {
    dashboard: `http://localhost:${ports.dashboard}/`,
    demo_site: `http://${DEMO_DOMAIN}:${ports.edgeHttp}/`,
    demo_site_tls: `https://${DEMO_DOMAIN}:${ports.edgeHttps}/`,
    inbox: `http://localhost:${ports.inbox}/`,
    paypal_stand_in: `http://localhost:${ports.paypal}/`,
    demo_dns: `http://localhost:${ports.dnsPanel}/`,
  };
}

/** Of the components that run; without the control plane there are no accounts either, as while a backup is restored. */
export function announcement(options: LauncherOptions, secrets: Secrets, { fresh, seconds }: Start): string {
  const urls = urlsOf(options);
  const account = (label: string, { email, password }: DemoAccount) =>
    `  ${label.padEnd(10)} ${email.padEnd(26)} ${fresh ? password : '(password in secrets.json)'}\n`;
  const only = (component: Component, text: string) => (options.components.has(component) ? text : '');
  const pages = [
    only('control', `  Dashboard   ${urls.dashboard}\n`),
    only(
      'edge',
      `  Demo site   ${urls.demo_site}   (protected; try ${urls.demo_site}?q=%27%20OR%201%3D1--)\n`,
    ),
    only(
      'edge',
      `  with TLS    ${urls.demo_site_tls}   (your browser trusts it after ${path.join(acmeFolder(options), 'root.pem')} is imported)\n`,
    ),
    only('dns', `  Demo DNS    ${urls.demo_dns}   (stands in for your registrar)\n`),
    only('control', `  Mails       ${urls.inbox}   (everything that is sent lands here)\n`),
    only('control', `  PayPal      ${urls.paypal_stand_in}   (a stand-in: no money moves)\n`),
  ].join('');
  const accounts = only(
    'control',
    `  Accounts${fresh ? ' (these passwords are shown once; they are kept in secrets.json)' : ''}
${account('customer', secrets.accounts.customer)}${account('admin', secrets.accounts.admin)}`,
  );
  const isWhole = options.components.size === COMPONENTS.length;
  return [
    `\n${isWhole ? 'Palisade is' : `Of Palisade, ${[...options.components].join(', ')}:`} ready after ${seconds.toFixed(1)} s.\n`,
    pages,
    accounts,
    `  Data        ${options.dataDirectory}\n  Ctrl-C stops everything.\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

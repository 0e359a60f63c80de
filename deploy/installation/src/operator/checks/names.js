import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { describe, failure, ok, setting, warning } from './finding.ts';

const TIMEOUT_MS = 2000;
/** The names that people, customers' DNS and mail servers find this installation by. */
export async function checkNames(installation) {
  const servers = (setting(installation, 'PALISADE_DNS_SERVERS') ?? '').split(',').filter((s) => s !== '');
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers.map((server) => server.trim()));
  const publicUrl = setting(installation, 'PALISADE_PUBLIC_URL') ?? '';
  const target = setting(installation, 'PALISADE_CNAME_TARGET') ?? '';
  const bounces = setting(installation, 'PALISADE_BOUNCE_DOMAIN');
  const isDemo = installation.kind === 'standalone';
  return await Promise.all([
    ...(URL.canParse(publicUrl) ? [checkHost(resolver, 'dashboard', new URL(publicUrl).hostname)] : []),
    // The demo's DNS knows the target as a name to point at, and nothing behind it.
    ...(target !== '' && !isDemo ? [checkHost(resolver, 'edge', target)] : []),
    ...(bounces ? [checkMail(resolver, bounces)] : []),
  ]);
}
async function checkHost(resolver, what, host) {
  const plain = host.replace(/^\[|\]$/g, '');
  if (isIP(plain) || plain === 'localhost') return ok(`dns.${what}`, `${host} needs no DNS`);
  const answers = await Promise.allSettled([resolver.resolve4(plain), resolver.resolve6(plain)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return ok(`dns.${what}`, `${host} leads to ${addresses.join(', ')}`);
  const [first] = answers;
  const why = first?.status === 'rejected' ? describe(first.reason) : 'no address';
  return failure(
    `dns.${what}_unknown`,
    `${host} leads nowhere: ${why}`,
    `Add A and AAAA records for ${host}.`,
  );
}
async function checkMail(resolver, domain) {
  try {
    const [first] = await resolver.resolveMx(domain);
    if (first) return ok('dns.bounces', `mail for ${domain} goes to ${first.exchange}`);
  } catch {
    // Told below: without a record nothing arrives, whatever the reason.
  }
  return warning(
    'dns.bounces_unknown',
    `no server takes mail for ${domain}`,
    'Add an MX record, or leave PALISADE_BOUNCE_DOMAIN out.',
  );
}

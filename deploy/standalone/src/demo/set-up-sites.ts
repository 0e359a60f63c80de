import type { Secrets } from '../config/secrets.ts';
import { MadeSites } from './made-sites.ts';
import { addSite, type DemoPlace, signIn } from './owner-calls.ts';
import type { SiteIds } from './sample-history.ts';
import { hostOf, SITE_NAMES, type SiteName, SWITCHED_ON } from './sites.ts';

export interface DemoFacts extends DemoPlace {
  dataDirectory: string;
  edgePort: number;
  /** The address that visitors come from, as the edge's socket sees it. */
  visitorsFrom: string;
}

/** The plan under which every screen has something to show. */
const PLAN = 'enterprise';
/** Those besides the one that there is without sample traffic. */
const OWN_SITES: readonly SiteName[] = ['blog', 'api'];

/**
 * Makes the sites that never were, by the calls that an administrator's and an owner's browser make.
 * @returns those that are there; null: the customer has changed how to sign in
 */
export async function setUpSites(facts: DemoFacts, accounts: Secrets['accounts']): Promise<SiteIds | null> {
  const owner = await signIn(facts.api, accounts.customer);
  if (owner === null) return null;
  const made = new MadeSites(facts.dataDirectory);
  const list = () => owner<{ id: string; domain_name: string }[]>('GET', '/domains/');
  made.add((await list()).map((domain) => domain.domain_name).filter(isDemoSite));
  const wanted = SITE_NAMES.filter((site) => !made.has(hostOf(site)));
  // Once, with the first of its sites: who has since chosen another plan keeps that.
  if (OWN_SITES.every((site) => wanted.includes(site))) await givePlan(facts, accounts);
  for (const site of wanted) {
    const id = await addSite(owner, facts, hostOf(site));
    const policyConfig = SWITCHED_ON[site];
    if (policyConfig !== undefined) await owner('PUT', `/domains/${id}/waf-config`, { policyConfig });
    made.add([hostOf(site)]);
  }
  const domains = new Map((await list()).map(({ id, domain_name }) => [domain_name, id]));
  return Object.fromEntries(
    SITE_NAMES.flatMap((site) => {
      const id = domains.get(hostOf(site));
      return id === undefined ? [] : [[site, id]];
    }),
  );
}

const isDemoSite = (host: string): boolean => SITE_NAMES.some((site) => hostOf(site) === host);

async function givePlan({ api }: DemoFacts, { admin, customer }: Secrets['accounts']): Promise<void> {
  const administrator = await signIn(api, admin);
  // Without it, purchases and screens are those of the Free plan.
  if (administrator === null) return;
  const search = `/admin/users?search=${encodeURIComponent(customer.email)}`;
  const [user] = await administrator<{ id: string }[]>('GET', search);
  await administrator('PUT', `/admin/users/${user!.id}`, { plan: PLAN });
}

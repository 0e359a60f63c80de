import type { Secrets } from '../secrets.ts';
import { addSite, type DemoPlace, signIn } from './owner-calls.ts';
import type { SiteIds } from './sample-history.ts';
import { hostOf, SITE_NAMES, type SiteName } from './sites.ts';

export interface DemoFacts extends DemoPlace {
  dataDirectory: string;
  edgePort: number;
  /** The address that visitors come from, as the edge's socket sees it. */
  visitorsFrom: string;
}

/** The plan under which every screen has something to show. */
const PLAN = 'enterprise';

/** Makes the sites that are missing, by the calls that an administrator's and an owner's browser make. */
export async function setUpSites(facts: DemoFacts, accounts: Secrets['accounts']): Promise<SiteIds> {
  const owner = await signIn(facts.api, accounts.customer);
  const list = () => owner<{ id: string; domain_name: string }[]>('GET', '/domains/');
  const names = (await list()).map((domain) => domain.domain_name);
  const wanted = SITE_NAMES.filter((site) => !names.includes(hostOf(site)));
  // Once, with the first of its sites: who has since chosen another plan keeps that.
  if (wanted.length > 0) await givePlan(facts, accounts);
  for (const site of wanted) await addSite(owner, facts, hostOf(site));
  const domains = await list();
  const idOf = (site: SiteName) => domains.find(({ domain_name }) => domain_name === hostOf(site))!.id;
  return { shop: idOf('shop'), blog: idOf('blog'), api: idOf('api') };
}

async function givePlan({ api }: DemoFacts, { admin, customer }: Secrets['accounts']): Promise<void> {
  const administrator = await signIn(api, admin);
  const search = `/admin/users?search=${encodeURIComponent(customer.email)}`;
  const [user] = await administrator<{ id: string }[]>('GET', search);
  await administrator('PUT', `/admin/users/${user!.id}`, { plan: PLAN });
}

// What becomes of a site at Palisade when its object is deleted. Nothing brings a site back that was taken away, with its certificates, its logs and its
// verification: this is done only where every question before it has a sure answer. What is not known waits, is told, and is asked again.
//
// | `deletion` | its site      | definition, namespace | others of its domain                             | its own key | at Palisade |
// |------------|---------------|-----------------------|--------------------------------------------------|-------------|-------------|
// | `Retain`   |               |                       |                                                  |             | stays       |
// | `Delete`   | was not seen  |                       |                                                  |             | stays       |
// | `Delete`   | was seen      | one is being deleted  |                                                  |             | stays       |
// | `Delete`   | was seen      | one may not be read   |                                                  |             | waits       |
// | `Delete`   | was seen      | both stay             | an older one                                     |             | stays       |
// | `Delete`   | was seen      | both stay             | one that can go on with it                       |             | stays       |
// | `Delete`   | was seen      | both stay             | none that can, one of which that is not known    |             | waits       |
// | `Delete`   | was seen      | both stay             | none, or none that can                           | is missing  | waits       |
// | `Delete`   | was seen      | both stay             | none, or none that can                           | is there    | goes        |
//
// All of it is asked of the API server, not of what was watched: a watch may have fallen silent before another object came.
import { CommandError } from '@palisade/command-line';
import { policyFileSchema } from '@palisade/site-policy';
import { Api } from '../base/api.ts';
import { apiKeyOf, missingSecret } from './api-key.ts';
import { GROUP, pathOf, type SiteObject, type SitePolicyObject } from './kinds.ts';
import { isForbidden, isMissing, type KubeClient, type KubeObject } from './kubernetes/client.ts';
import { pagesOf } from './kubernetes/pages.ts';
import { areOfOneSite, firstOf } from './one-site.ts';
import { policyOf } from './reconcile-site.ts';

/** To one question. */
type Answer = { is: 'yes' } | { is: 'no' } | { is: 'not known'; because: string };
const yes: Answer = { is: 'yes' };
const no: Answer = { is: 'no' };
const notKnown = (because: string): Answer => ({ is: 'not known', because });

export type DeletionDecision =
  | { site: 'stays'; because: string }
  | { site: 'waits'; because: string }
  | { site: 'goes'; siteId: string; apiKey: string };
const stays = (because: string): DeletionDecision => ({ site: 'stays', because });
const waits = (because: string): DeletionDecision => ({ site: 'waits', because });

export interface Surroundings {
  client: KubeClient;
  namespace: string;
  /** Where the dashboard is. */
  dashboard: URL;
  /** Ends calls to Palisade. */
  lost: AbortSignal;
}

/** The table above, in its order. @throws where the API server does not answer: it is asked again */
export async function decideDeletion(site: SiteObject, around: Surroundings): Promise<DeletionDecision> {
  const { siteId } = site.status ?? {};
  if (site.spec.deletion !== 'Delete') return stays('deletion is Retain');
  // A name that was never seen to be its own is left alone.
  if (siteId === undefined) return stays('it was not seen at Palisade');
  for (const [what, answer] of await deletedAround(around)) {
    if (answer.is === 'yes') return stays(`${what} is being deleted, and with it all Sites`);
    if (answer.is === 'not known') return waits(answer.because);
  }
  const successor = await successorOf(site, siteId, around);
  if (successor !== null) return successor;
  const apiKey = await apiKeyOf(around.client, around.namespace, site);
  return apiKey === null
    ? waits(`${missingSecret(site)} Without it the site cannot be deleted; deletion: Retain lets it stay.`)
    : { site: 'goes', siteId, apiKey };
}

/** Whether the site has another object; null: it is sure that it has none. */
async function successorOf(
  site: SiteObject,
  siteId: string,
  around: Surroundings,
): Promise<DeletionDecision | null> {
  const objects = await objectsOf(site, around);
  const first = firstOf([site, ...objects]);
  if (first !== site) return stays(`${first.metadata.name} has it already`);
  let unsure: DeletionDecision | null = null;
  for (const other of objects) {
    // It goes as well, with a site or without: whichever is the last decides.
    if (other.metadata.deletionTimestamp !== undefined) continue;
    const { name } = other.metadata;
    const answer = await canGoOn(other, siteId, around);
    if (answer.is === 'yes') return stays(`${name} goes on with it`);
    if (answer.is === 'not known')
      unsure ??= waits(
        `It is not known whether the Site ${name} can go on with this site: ${answer.because}`,
      );
  }
  return unsure;
}

/** The other objects of a site, as they are now. */
async function objectsOf(site: SiteObject, { client, namespace }: Surroundings): Promise<SiteObject[]> {
  const found: SiteObject[] = [];
  for await (const { items } of pagesOf<SiteObject>(client, pathOf(namespace, 'sites')))
    found.push(
      ...items.filter((other) => other.metadata.name !== site.metadata.name && areOfOneSite(site, other)),
    );
  return found;
}

const DEFINITION = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/sites.${GROUP}`;

/** Whether nobody has deleted this object, but what holds it: all Sites go then, and no one of them was meant. */
async function deletedAround({ client, namespace }: Surroundings): Promise<[what: string, Answer][]> {
  const [definition, space] = await Promise.all([
    isDeleted(
      client,
      DEFINITION,
      `This controller may not read the definition sites.${GROUP}, which may be what was deleted: see its ClusterRole.`,
    ),
    // The API server marks a namespace before it deletes anything in it.
    isDeleted(
      client,
      `/api/v1/namespaces/${encodeURIComponent(namespace)}`,
      `This controller may not read the namespace ${namespace}, which may be what was deleted: see its Role.`,
    ),
  ]);
  return [
    ['the definition of Sites', definition],
    [`the namespace ${namespace}`, space],
  ];
}

async function isDeleted(client: KubeClient, path: string, unreadable: string): Promise<Answer> {
  try {
    const { metadata } = await client.get<KubeObject>(path);
    return metadata.deletionTimestamp === undefined ? no : yes;
  } catch (error) {
    if (isMissing(error)) return yes;
    if (isForbidden(error)) return notKnown(unreadable);
    throw error;
  }
}

/** Whether an object can go on with a site, with its certificates and logs: what it says is valid, and its key sees the site. */
async function canGoOn(other: SiteObject, siteId: string, around: Surroundings): Promise<Answer> {
  const policy = await policyNamedBy(other, around);
  if (policy === undefined) return notKnown(`There is no SitePolicy ${other.spec.policyRef!.name}.`);
  if (!policyFileSchema.safeParse(policyOf(other, policy)).success) return no;
  const apiKey = await apiKeyOf(around.client, around.namespace, other);
  if (apiKey === null) return notKnown(missingSecret(other));
  return await seesSite(apiKey, siteId, around);
}

/** The SitePolicy that a Site names. Null: it names none. Undefined: it does not exist. */
async function policyNamedBy(
  { spec: { policyRef } }: SiteObject,
  { client, namespace }: Surroundings,
): Promise<SitePolicyObject | null | undefined> {
  if (policyRef === undefined) return null;
  const path = `${pathOf(namespace, 'sitepolicies')}/${encodeURIComponent(policyRef.name)}`;
  return await client.get<SitePolicyObject>(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Whether a key is of the account that has the site. One that is refused tells nothing of its account: it may be renewed. */
async function seesSite(apiKey: string, siteId: string, around: Surroundings): Promise<Answer> {
  try {
    const sites = await new Api({ url: around.dashboard, apiKey }, around.lost).sites();
    return sites.some(({ id }) => id === siteId) ? yes : no;
  } catch (error) {
    if (error instanceof CommandError) return notKnown(error.message);
    throw error;
  }
}

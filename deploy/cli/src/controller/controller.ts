import { isDeepStrictEqual } from 'node:util';
import { canonicalDomain } from '../base/api.ts';
import { dashboardUrl } from '../base/credentials.ts';
import { no, unknown, withConditions } from './conditions.ts';
import {
  DEFAULT_KEY,
  FINALIZER,
  pathOf,
  type SiteObject,
  type SitePolicyObject,
  type SiteStatus,
} from './kinds.ts';
import { isConflict, isMissing, type KubeClient } from './kubernetes/client.ts';
import { FollowedList } from './kubernetes/followed-list.ts';
import { WorkQueue } from './kubernetes/work-queue.ts';
import { deleteSite, mayReconcile, type Outcome, reconcileSite, unapplied } from './reconcile-site.ts';

export interface ControllerOptions {
  client: KubeClient;
  /** Ends all calls that run, to Kubernetes and to Palisade, and lets none begin: another may work on the same sites then. */
  lost: AbortSignal;
  namespace: string;
  /** Where the dashboard is. */
  dashboard: URL;
  /** Sites that are worked on beside each other. */
  atOnce: number;
  log(level: 'info' | 'warn' | 'error', message: string, facts: Record<string, unknown>): void;
}

/** A Secret that is not there yet is looked for again after this. */
const SECRET_AGAIN_MS = 30_000;

interface Secret {
  data?: Record<string, string>;
}

/**
 * Sites and policies of one namespace, brought to Palisade by the same code as `palisade apply`. All that it knows lies in the objects and at Palisade:
 * ended anywhere, it begins anew.
 */
export class SitesController {
  private readonly sites: FollowedList<SiteObject>;
  private readonly policies: FollowedList<SitePolicyObject>;
  private readonly queue: WorkQueue;
  private readonly client: KubeClient;

  constructor(private readonly options: ControllerOptions) {
    dashboardUrl(options.dashboard.href);
    const { lost, namespace, atOnce, log } = options;
    const client = options.client.until(lost);
    this.client = client;
    const onTrouble = (error: unknown) =>
      log('warn', 'the API server does not answer', { error: String(error) });
    this.queue = new WorkQueue(
      atOnce,
      (name) => this.work(name),
      (site, error, againInMs) => this.failed(site, error, againInMs),
    );
    this.sites = new FollowedList(client, pathOf(namespace, 'sites'), {
      onChange: (name, now, before) => this.siteChanged(name, now, before),
      onTrouble,
    });
    this.policies = new FollowedList(client, pathOf(namespace, 'sitepolicies'), {
      onChange: (name) => {
        for (const { metadata, spec } of this.sites.items.values())
          if (spec.policyRef?.name === name) this.queue.add(metadata.name);
      },
      onTrouble,
    });
  }

  /** Whether everything has been seen once. */
  get ready(): boolean {
    return this.sites.listed && this.policies.listed;
  }

  get depth(): number {
    return this.queue.depth;
  }

  /** Until `signal`, and what has begun is finished; or until the Lease is lost. */
  async run(stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping, this.options.lost]);
    await Promise.all([this.sites.run(signal), this.policies.run(signal)]);
    await this.queue.stop();
  }

  /** What this controller has written itself is no change. */
  private siteChanged(name: string, now: SiteObject | null, before: SiteObject | null): void {
    // One that was made anew while nobody watched may look like the one before in everything else.
    if (before !== null && now?.metadata.uid !== before.metadata.uid) this.siteGone(name, before);
    if (now === null) return;
    const { uid, generation, deletionTimestamp, finalizers = [] } = now.metadata;
    const last = before?.metadata;
    const isSame =
      last?.uid === uid &&
      last?.generation === generation &&
      last?.deletionTimestamp === deletionTimestamp &&
      isDeepStrictEqual(last?.finalizers ?? [], finalizers);
    if (!isSame) this.queue.add(name);
  }

  private siteGone(name: string, gone: SiteObject): void {
    this.queue.forget(name);
    // Another of the same domain may have waited for it.
    for (const other of this.sites.items.values())
      if (areOfOneSite(gone, other)) this.queue.add(other.metadata.name);
  }

  private async work(name: string): Promise<number | null> {
    const object = this.sites.items.get(name);
    // Policies that are not known yet would be missed.
    if (object === undefined) return null;
    if (!this.ready) return 100;
    try {
      if (object.metadata.deletionTimestamp !== undefined) return await this.deleted(object);
      const site = await this.withFinalizer(object, object.spec.deletion === 'Delete');
      const outcome = await this.outcomeOf(site);
      await this.writeStatus(site, outcome);
      return outcome.againMs;
    } catch (error) {
      // The watch may be silent for minutes before it is known to be dead: the next try is made with what the object is now.
      if (isConflict(error)) await this.sites.refresh(name);
      throw error;
    }
  }

  private async outcomeOf(site: SiteObject): Promise<Outcome> {
    const first = this.firstOfDomain(site);
    // Whatever the other brings the site to meanwhile is no drift.
    if (first !== site.metadata.name)
      return this.waits(
        { ...site, status: unapplied(site.status ?? {}) },
        'DomainTaken',
        `${first} has ${site.spec.domain} already.`,
        null,
      );
    const { policyRef, apiKeySecret } = site.spec;
    const shared = policyRef === undefined ? null : this.policies.items.get(policyRef.name);
    if (shared === undefined)
      return this.waits(site, 'PolicyMissing', `There is no SitePolicy ${policyRef!.name}.`, null);
    const apiKey = await this.apiKeyOf(site);
    if (apiKey === null) {
      const { name, key = DEFAULT_KEY } = apiKeySecret;
      return this.waits(
        site,
        'SecretMissing',
        `There is no Secret ${name} with ${key} that may be read.`,
        SECRET_AGAIN_MS,
      );
    }
    const { dashboard: url, lost } = this.options;
    return await reconcileSite(site, shared, { url, apiKey }, lost);
  }

  private waits(
    { metadata, status = {} }: SiteObject,
    reason: string,
    message: string,
    againMs: number | null,
  ): Outcome {
    const { conditions: _, ...before } = status;
    return {
      verdicts: {
        Accepted: no(reason, message),
        Verified: unknown('NotAccepted', 'See Accepted.'),
        Ready: no('NotAccepted', message),
      },
      status: { ...before, observedGeneration: metadata.generation ?? 0 },
      againMs,
    };
  }

  /** Two that say different things of one domain would take back each other's changes for ever: the older one holds. */
  private firstOfDomain(site: SiteObject): string {
    const named = [...this.sites.items.values()].filter((other) => areOfOneSite(site, other));
    const since = ({ metadata }: SiteObject) => `${metadata.creationTimestamp} ${metadata.name}`;
    return named.reduce((first, other) => (since(other) < since(first) ? other : first)).metadata.name;
  }

  /** The object that goes on with a site, with its certificates and logs, when this one is gone; null: none does. */
  private async successorOf(site: SiteObject): Promise<string | null> {
    const first = this.firstOfDomain(site);
    if (first !== site.metadata.name) return first;
    const others = [...this.sites.items.values()].filter(
      (other) =>
        areOfOneSite(site, other) &&
        other.metadata.name !== site.metadata.name &&
        other.metadata.deletionTimestamp === undefined,
    );
    for (const other of others) if (await this.canTakeOver(other, site)) return other.metadata.name;
    return null;
  }

  /** One that only names the domain does not, such as with the key of another account. */
  private async canTakeOver(other: SiteObject, { status = {} }: SiteObject): Promise<boolean> {
    const { policyRef } = other.spec;
    const shared = policyRef === undefined ? null : this.policies.items.get(policyRef.name);
    const apiKey = await this.apiKeyOf(other);
    if (shared === undefined || apiKey === null || status.siteId === undefined) return false;
    const { dashboard: url, lost } = this.options;
    return await mayReconcile(other, shared, status.siteId, { url, apiKey }, lost);
  }

  private async apiKeyOf({ spec: { apiKeySecret } }: SiteObject): Promise<string | null> {
    const { namespace } = this.options;
    const { name, key = DEFAULT_KEY } = apiKeySecret;
    try {
      const { data } = await this.client.get<Secret>(
        `/api/v1/namespaces/${namespace}/secrets/${encodeURIComponent(name)}`,
      );
      return (
        Buffer.from(data?.[key] ?? '', 'base64')
          .toString('utf8')
          .trim() || null
      );
    } catch (error) {
      if (isMissing(error) || (error as { status?: number }).status === 403) return null;
      throw error;
    }
  }

  private async deleted(site: SiteObject): Promise<null> {
    if (!site.metadata.finalizers?.includes(FINALIZER)) return null;
    const isWanted = site.spec.deletion === 'Delete';
    const successor = isWanted ? await this.successorOf(site) : null;
    const isDeleted = isWanted && successor === null;
    if (isDeleted) {
      const apiKey = await this.apiKeyOf(site);
      if (apiKey === null)
        throw new Error(
          'its Secret is gone, without which the site cannot be deleted; deletion: Retain lets it stay',
        );
      const { dashboard: url, lost } = this.options;
      await deleteSite(site, { url, apiKey }, lost);
    }
    await this.withFinalizer(site, false);
    this.options.log('info', 'a site was let go', {
      site: site.metadata.name,
      deleted: isDeleted,
      ...(successor !== null && { takenOverBy: successor }),
    });
    return null;
  }

  /** Without one an object is gone at once, and its site stays. */
  private async withFinalizer(site: SiteObject, isWanted: boolean): Promise<SiteObject> {
    const { finalizers = [], resourceVersion, name } = site.metadata;
    if (finalizers.includes(FINALIZER) === isWanted) return site;
    const others = finalizers.filter((finalizer) => finalizer !== FINALIZER);
    const metadata = { resourceVersion, finalizers: isWanted ? [...others, FINALIZER] : others };
    return await this.sites.write(name, () =>
      this.client.call('PATCH', this.addressOf(name), { metadata }, 'application/merge-patch+json'),
    );
  }

  private async writeStatus(site: SiteObject, { verdicts, status }: Outcome): Promise<void> {
    const before = site.status ?? {};
    const conditions = withConditions(before, site.metadata.generation ?? 0, verdicts, new Date());
    const next: SiteStatus = { ...status, conditions };
    if (isDeepStrictEqual(before, next)) return;
    const { name } = site.metadata;
    const address = `${this.addressOf(name)}/status`;
    try {
      // Of the version that was judged.
      await this.sites.write(name, () => this.client.call('PUT', address, { ...site, status: next }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  private async failed(name: string, error: unknown, againInMs: number): Promise<void> {
    const { log, lost } = this.options;
    if (lost.aborted) return;
    const facts = { site: name, error: String(error), againInMs };
    if (isConflict(error)) {
      log('info', 'a site’s object was changed meanwhile', facts);
      return;
    }
    log('warn', 'a site could not be brought to what its object says', facts);
    const site = this.sites.items.get(name);
    if (site === undefined) return;
    const message = error instanceof Error ? error.message : String(error);
    const { conditions: _, ...status } = site.status ?? {};
    const verdicts = { Ready: unknown('Trying', message) } as Outcome['verdicts'];
    await this.writeStatus(site, { verdicts, status, againMs: null }).catch(() => undefined); // It is in the log.
  }

  private addressOf(name: string): string {
    return `${pathOf(this.options.namespace, 'sites')}/${encodeURIComponent(name)}`;
  }
}

/** However their domains are spelled: by what they mean, or by what they were seen to be at Palisade. */
function areOfOneSite(one: SiteObject, other: SiteObject): boolean {
  if (one.metadata.name === other.metadata.name) return true;
  const { siteId } = one.status ?? {};
  if (siteId !== undefined && siteId === other.status?.siteId) return true;
  const domain = canonicalDomain(one.spec.domain);
  return domain !== null && domain === canonicalDomain(other.spec.domain);
}

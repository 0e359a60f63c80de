import { isDeepStrictEqual } from 'node:util';
import { messageOfError } from '@palisade/basics';
import { dashboardUrl } from '../base/credentials.ts';
import { apiKeyOf, missingSecret } from './api-key.ts';
import { no, unknown, type Verdict, withConditions } from './conditions.ts';
import { decideDeletion } from './deletion.ts';
import {
  type Condition,
  FINALIZER,
  pathOf,
  type SiteObject,
  type SitePolicyObject,
  type SiteStatus,
} from './kinds.ts';
import { isConflict, isMissing, type KubeClient } from './kubernetes/client.ts';
import { FollowedList } from './kubernetes/followed-list.ts';
import { WorkQueue } from './kubernetes/work-queue.ts';
import { areOfOneSite, firstOf } from './one-site.ts';
import { deleteSite, type Outcome, reconcileSite, unapplied } from './reconcile-site.ts';

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

/** A Secret that is not there yet is looked for again after this; so is what a deletion waits for. */
const AGAIN_MS = 30_000;

/** Contents of an object's status. */
interface SiteReport {
  verdicts: Partial<Record<Condition['type'], Verdict>>;
  status: Omit<SiteStatus, 'conditions'>;
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
    // An object that was recreated while there was no watch may equal the previous one in everything else.
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
      if (object.metadata.deletionTimestamp !== undefined) return await this.deleted(name);
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
    const { policyRef } = site.spec;
    const shared = policyRef === undefined ? null : this.policies.items.get(policyRef.name);
    if (shared === undefined)
      return this.waits(site, 'PolicyMissing', `There is no SitePolicy ${policyRef!.name}.`, null);
    const apiKey = await apiKeyOf(this.client, this.options.namespace, site);
    if (apiKey === null) return this.waits(site, 'SecretMissing', missingSecret(site), AGAIN_MS);
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

  private firstOfDomain(site: SiteObject): string {
    return firstOf([...this.sites.items.values()].filter((other) => areOfOneSite(site, other))).metadata.name;
  }

  private async deleted(name: string): Promise<number | null> {
    // As it is now: `deletion` may have been changed since, which is how one that waits is let go.
    await this.sites.refresh(name);
    const site = this.sites.items.get(name);
    const { deletionTimestamp, finalizers = [] } = site?.metadata ?? {};
    if (site === undefined || deletionTimestamp === undefined || !finalizers.includes(FINALIZER)) return null;
    const { namespace, dashboard: url, lost, log } = this.options;
    const fate = await decideDeletion(site, { client: this.client, namespace, dashboard: url, lost });
    if (fate.site === 'waits') {
      const { conditions: _, ...status } = site.status ?? {};
      const verdicts = { Deleting: unknown('Waiting', fate.because) };
      const isNew = await this.writeStatus(site, { verdicts, status });
      if (isNew) log('warn', 'a deleted object waits', { site: name, because: fate.because });
      return AGAIN_MS;
    }
    if (fate.site === 'goes') await deleteSite(fate.siteId, { url, apiKey: fate.apiKey }, lost);
    await this.withFinalizer(site, false);
    log('info', 'a site was let go', {
      site: name,
      deleted: fate.site === 'goes',
      ...(fate.site === 'stays' && { because: fate.because }),
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

  /** @returns whether it says something new */
  private async writeStatus(site: SiteObject, { verdicts, status }: SiteReport): Promise<boolean> {
    const before = site.status ?? {};
    const conditions = withConditions(before, site.metadata.generation ?? 0, verdicts, new Date());
    const next: SiteStatus = { ...status, conditions };
    if (isDeepStrictEqual(before, next)) return false;
    const { name } = site.metadata;
    const address = `${this.addressOf(name)}/status`;
    try {
      // Of the version that was judged.
      await this.sites.write(name, () => this.client.call('PUT', address, { ...site, status: next }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    return true;
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
    const message = messageOfError(error);
    const { conditions: _, ...status } = site.status ?? {};
    const verdicts = { Ready: unknown('Trying', message) };
    await this.writeStatus(site, { verdicts, status }).catch(() => undefined); // It is in the log.
  }

  private addressOf(name: string): string {
    return `${pathOf(this.options.namespace, 'sites')}/${encodeURIComponent(name)}`;
  }
}

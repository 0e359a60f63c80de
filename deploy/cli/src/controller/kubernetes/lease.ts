import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isMissing, type KubeClient, type KubeObject } from './client.ts';

interface Lease extends KubeObject {
  spec: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

export interface LeaseTimes {
  /** A holder that has not renewed the Lease for this long has lost it. */
  durationMs: number;
  renewMs: number;
}
export const LEASE_TIMES: LeaseTimes = { durationMs: 15_000, renewMs: 4_000 };

/**
 * Leader election among controllers (coordination.k8s.io/v1 Lease). The holder renews the Lease; another controller takes it once it has seen
 * no renewal for the Lease's duration by its own clock, since the clocks of machines differ. A holder that could not renew it stops its work
 * before another may take it, even if calls still run.
 */
export class LeaseHolder {
  /** What was seen last, and when by our clock. */
  private seen = { record: '', at: 0 };
  /**
   * By our clock. Counted from before the renewal was sent, as others may see the record at once, and shortened by the time that work may
   * take to end.
   */
  private heldUntil = 0;

  constructor(
    private readonly client: KubeClient,
    private readonly place: { namespace: string; name: string },
    private readonly identity: string,
    private readonly times: LeaseTimes = LEASE_TIMES,
  ) {}

  /** Waits until it is ours. */
  async acquire(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      // During an outage nobody else can take the lease either.
      const isOurs = await this.tryUntil(performance.now() + this.worthMs, this.client.until(signal)).catch(
        () => false,
      );
      if (isOurs) return;
      await sleep(this.times.renewMs / 2, undefined, { signal });
    }
  }

  /** Does work while it is ours, and keeps it until that has ended. @throws Error once it may be another's, after `lost` has ended the work */
  async hold(work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    const lost = new AbortController();
    const ended = new AbortController();
    const working = work(lost.signal).finally(() => ended.abort());
    working.catch(() => undefined); // It is awaited below, maybe later.
    try {
      await this.keep(ended.signal);
    } catch (error) {
      lost.abort(error);
      throw error;
    } finally {
      await working;
    }
  }

  private async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = Math.min(this.times.renewMs, this.heldUntil - performance.now());
      await sleep(Math.max(0, pauseMs), undefined, { signal }).catch(() => undefined); // Stopped.
      if (signal.aborted) return;
      const isOurs = await this.tryUntil(this.heldUntil, this.client).catch(() => null);
      if (signal.aborted) return;
      if (isOurs === false || performance.now() >= this.heldUntil) throw new Error('the lease is another’s');
    }
  }

  /** Nobody has to wait for it. */
  async release(): Promise<void> {
    const lease = await this.client.get<Lease>(this.path);
    if (lease.spec.holderIdentity !== this.identity) return;
    await this.write(this.client, {
      ...lease,
      spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 },
    });
  }

  private get worthMs(): number {
    return this.times.durationMs - this.times.renewMs;
  }

  /** An API server that hangs is not waited for beyond `limit`. @returns whether it is ours now */
  private async tryUntil(limit: number, client: KubeClient): Promise<boolean> {
    const asked = performance.now();
    const isOurs = await this.tryOnce(
      client.until(AbortSignal.timeout(Math.max(0, Math.ceil(limit - asked)))),
    );
    if (isOurs) this.heldUntil = asked + this.worthMs;
    return isOurs;
  }

  private async tryOnce(client: KubeClient): Promise<boolean> {
    const lease = await this.read(client);
    const now = new Date().toISOString().replace('Z', '000Z');
    const mine = {
      holderIdentity: this.identity,
      leaseDurationSeconds: Math.ceil(this.times.durationMs / 1_000),
      renewTime: now,
    };
    try {
      if (lease === null) {
        const { namespace, name } = this.place;
        const metadata = { name, namespace };
        const spec = { ...mine, acquireTime: now, leaseTransitions: 0 };
        await client.call('POST', this.collection, {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata,
          spec,
        });
        return true;
      }
      const { spec } = lease;
      const isMine = spec.holderIdentity === this.identity;
      if (!isMine && !this.isOver(lease)) return false;
      const transitions = (spec.leaseTransitions ?? 0) + (isMine ? 0 : 1);
      await this.write(client, {
        ...lease,
        spec: { ...spec, ...mine, ...(!isMine && { acquireTime: now }), leaseTransitions: transitions },
      });
      return true;
    } catch (error) {
      // Another was quicker.
      if (isConflict(error)) return false;
      throw error;
    }
  }

  private isOver({ spec }: Lease): boolean {
    if (!spec.holderIdentity) return true;
    const record = JSON.stringify([spec.holderIdentity, spec.renewTime, spec.leaseTransitions]);
    const now = performance.now();
    if (record !== this.seen.record) this.seen = { record, at: now };
    return now - this.seen.at > (spec.leaseDurationSeconds ?? 0) * 1_000;
  }

  private async read(client: KubeClient): Promise<Lease | null> {
    try {
      return await client.get<Lease>(this.path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  private write(client: KubeClient, lease: Lease): Promise<Lease> {
    return client.call('PUT', this.path, lease);
  }

  private get collection(): string {
    return `/apis/coordination.k8s.io/v1/namespaces/${this.place.namespace}/leases`;
  }

  private get path(): string {
    return `${this.collection}/${this.place.name}`;
  }
}

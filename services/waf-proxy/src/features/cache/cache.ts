import { normalisedAcceptEncoding } from '../../http/accept-encoding.ts';
import { beginsAtZero } from '../../http/byte-range.ts';
import { nominatedFields } from '../../http/end-to-end-fields.ts';
import { tellsOfCertificate } from '../../request/client-certificate-policy.ts';
import { changesRequestHeaders } from '../../request/request-changes.ts';
import { respondWithVerdict } from '../../request/respond.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { CacheExchange } from './cache-exchange.ts';
import { type CacheKey, cacheKeyOf } from './cache-key.ts';
import type { CacheRequest, CacheServices } from './cache-services.ts';
import type { Slot } from './cache-store.ts';
import { declinePeer } from './decline-peer.ts';
import { Fill } from './fill.ts';
import { InvalidatingHooks } from './invalidating-hooks.ts';
import { mayAskPeer } from './may-ask-peer.ts';
import { unusualFields } from './ordinary-request.ts';
import { originRequest } from './origin-request.ts';
import { refreshInBackground } from './refresh-in-background.ts';
import { type CacheFacts, readCacheFacts } from './request-facts.ts';
import { serveStored } from './serve-stored.ts';
import type { StoredResponse } from './stored-response.ts';
import { variantOf } from './vary.ts';

/** Methods without effects at the origin (RFC 9110, 9.2.1, and WebDAV's reading methods). */
const SAFE: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'PROPFIND',
  'REPORT',
  'SEARCH',
  'QUERY',
]);
/** How long a request waits for another one's fetch before it makes its own. */
const COLLAPSE_MS = 10_000;
/** How often a waiting request looks again after a fetch brought nothing. */
const MAX_LOOKS = 3;

/** Last phase: answers from the cache or asks the origin. Ends the request in every case. */
export function serveOrForward(context: CacheRequest, edge: CacheServices): void {
  const site = context.site!;
  if (site.cache === null || edge.cache === null) {
    edge.forward(context, null);
    return;
  }
  const { method } = context;
  if (method !== 'GET' && method !== 'HEAD') {
    const unsafe = !SAFE.has(method);
    context.cacheStatus = 'bypass';
    context.cacheNote = 'fwd=method';
    edge.forward(context, unsafe ? new InvalidatingHooks(context, edge) : null);
    return;
  }
  const facts = readCacheFacts(context.rawHeaders);
  const { head } = context;
  const parts = {
    siteId: site.siteId,
    scheme: context.scheme,
    authority: head.authority,
    target: context.originTarget,
  };
  const key =
    facts.bypass ||
    changesRequestHeaders(context.changes) ||
    tellsOfCertificate(site, context) ||
    context.body !== null ||
    context.upgrade !== null ||
    takesFieldsAway(head.connection)
      ? null
      : cacheKeyOf(parts, site.cache.ignoredQueryParameters);
  if (key === null) {
    if (context.fromPeer !== null) {
      declinePeer(context);
      return;
    }
    pass(context, edge, 'bypass', 'fwd=bypass');
    return;
  }
  new LookUp(context, edge, facts, key).look();
}

/**
 * Hop-by-hop headers named here are part of the client's request, and so of its variant, but are not sent to the
 * origin.
 */
const takesFieldsAway = (connection: string) => (nominatedFields(connection)?.size ?? 0) > 0;

function pass(context: CacheRequest, edge: CacheServices, status: string, note: string): void {
  context.cacheStatus = status;
  context.cacheNote = note;
  edge.forward(context, null);
}

class LookUp {
  private readonly context: CacheRequest;
  private readonly edge: CacheServices;
  private readonly facts: CacheFacts;
  private readonly key: CacheKey;
  /** Replaces the client's Accept-Encoding. */
  private readonly acceptEncoding: string;
  private looks = 0;

  constructor(context: CacheRequest, edge: CacheServices, facts: CacheFacts, key: CacheKey) {
    this.context = context;
    this.edge = edge;
    this.facts = facts;
    this.key = key;
    // Where the edge compresses, one uncompressed copy serves every client.
    this.acceptEncoding =
      context.site!.compression || context.asksPlainPage
        ? 'identity'
        : normalisedAcceptEncoding(facts.acceptEncoding);
  }

  look(): void {
    const context = this.context;
    const cache = this.edge.cache!;
    this.looks++;
    const slot = cache.slot(this.key.key);
    const variant = this.variantBy(slot?.vary ?? []);
    const found = slot?.variants.get(variant);
    const now = Date.now();
    if (found !== undefined) {
      const { freshness } = found;
      if (freshness.freshUntilMs > now) {
        this.serve(found, 'hit', `hit; ttl=${Math.ceil((freshness.freshUntilMs - now) / 1_000)}`);
        return;
      }
      // An asking node has a stale copy itself, or no waiting client.
      if (freshness.staleWhileRevalidateUntilMs > now && context.fromPeer === null) {
        this.serve(found, 'stale', `hit; ttl=${Math.ceil((freshness.freshUntilMs - now) / 1_000)}`);
        this.refresh(found);
        return;
      }
    }
    if (this.facts.onlyIfCached) {
      respondWithVerdict(context, { status: 504, action: EdgeAction.ALLOW, reason: 'not_cached' });
      return;
    }
    this.ask(slot, variant, found);
  }

  private ask(slot: Slot | undefined, variant: string, stale: StoredResponse | undefined): void {
    const context = this.context;
    const cache = this.edge.cache!;
    const { key, path } = this.key;
    const variants = slot === undefined ? 0 : slot.variants.size;
    const reason = stale !== undefined ? 'fwd=stale' : variants > 0 ? 'fwd=vary-miss' : 'fwd=uri-miss';
    const { range } = this.facts;
    const wantsLaterPart = range !== null && range !== '' && !beginsAtZero(range);
    // HEAD stores nothing, and for a later part of a file the beginning need not be fetched.
    if (context.method === 'HEAD' || wantsLaterPart) {
      pass(context, this.edge, 'miss', reason);
      return;
    }
    const asking = {
      facts: this.facts,
      siteId: context.site!.siteId,
      key,
      path,
      stale: stale ?? null,
      unusual: this.unusual(),
      note: reason,
    };
    this.edge.counters.cacheMisses++;
    context.cacheStatus = 'miss';
    context.cacheNote = reason;
    const isUnusual = asking.unusual.length > 0;
    if (isUnusual || (cache.isUncacheable(key) && stale === undefined) || this.looks > MAX_LOOKS) {
      this.askUnchanged(asking);
      return;
    }
    const running = slot?.fills.get(variant);
    if (running !== undefined && this.waitFor(running)) return;
    const fill =
      running === undefined ? new Fill(cache, { siteId: context.site!.siteId, key, path, variant }) : null;
    context.originRequest = originRequest(context.rawHeaders, this.key, this.acceptEncoding, stale ?? null);
    if (mayAskPeer(context, this.facts)) context.peerKey = key;
    const exchange = new CacheExchange(context, this.edge, {
      ...asking,
      fill,
      acceptEncoding: this.acceptEncoding,
    });
    try {
      this.edge.forward(context, exchange);
    } catch (error) {
      exchange.abandoned();
      throw error;
    }
  }

  /**
   * For responses that are probably not storable, and requests that nobody may wait for: the request is sent unchanged.
   * If the response turns out to be storable, it is stored, unless it is conditional or partial; storable requests are
   * normalised to the key.
   */
  private askUnchanged(
    asking: Omit<ConstructorParameters<typeof CacheExchange>[2], 'fill' | 'acceptEncoding'>,
  ): void {
    const { ifNoneMatch, ifModifiedSince, range } = this.facts;
    const whole = ifNoneMatch === null && ifModifiedSince === null && range === null;
    const acceptEncoding = this.context.asksPlainPage
      ? this.acceptEncoding
      : normalisedAcceptEncoding(this.facts.acceptEncoding);
    const storable = whole && acceptEncoding === this.acceptEncoding;
    if (storable) {
      this.context.originRequest = originRequest(this.context.rawHeaders, this.key, acceptEncoding, null);
    }
    const exchange = storable
      ? new CacheExchange(this.context, this.edge, { ...asking, stale: null, fill: null, acceptEncoding })
      : null;
    this.edge.forward(this.context, exchange);
  }

  /** Joins a running fetch; false if too many requests wait. */
  private waitFor(fill: Fill): boolean {
    const context = this.context;
    const cancel = fill.wait(COLLAPSE_MS, (outcome) => {
      if (cancel !== false) context.lifetime.release(cancel);
      if (context.finished || context.answered) return;
      // Still running, so looking again would mean waiting again.
      if (outcome === 'late') this.looks = MAX_LOOKS;
      else if (outcome !== null && this.isMine(outcome)) {
        this.serve(outcome, 'collapsed', 'fwd=uri-miss; collapsed');
        return;
      }
      this.look();
    });
    if (cancel === false) return false;
    context.lifetime.whenAbandoned(cancel);
    return true;
  }

  /** The response's own Vary decides whether it is for this client too. */
  private isMine(entry: StoredResponse): boolean {
    return entry.variant === this.variantBy(entry.vary);
  }

  private variantBy(vary: readonly string[]): string {
    const { rawHeaders, asksPlainPage } = this.context;
    return variantOf(vary, rawHeaders, this.acceptEncoding, asksPlainPage);
  }

  private serve(entry: StoredResponse, status: string, note: string): void {
    this.context.cacheStatus = status;
    const counters = this.edge.counters;
    counters.cacheHits++;
    serveStored(this.context, this.edge, entry, { facts: this.facts, note, isFirst: false });
  }

  private unusual(): readonly string[] {
    // Fields that the asking node added are not the visitor's.
    if (this.context.fromPeer !== null) return [];
    const { rawHeaders, head, connection, relayedFor, site } = this.context;
    const unusual = unusualFields({
      rawHeaders,
      forwardedFor: relayedFor || (connection.peerTrusted ? head.forwardedFor : ''),
      passUnderscores: site!.toggles.pass_underscore_headers,
    });
    // The origin gets ours in its place.
    const ownField = site!.trustedProxies?.field;
    return ownField === undefined || unusual.length === 0
      ? unusual
      : unusual.filter((name) => name !== ownField);
  }

  private refresh(stale: StoredResponse): void {
    if (stale.refreshing) return;
    const unusual = this.unusual();
    // Another variant is asked for, and its headers may be repeated to others.
    if (unusual.length > 0 && !unusual.every((name) => stale.vary.includes(name))) return;
    stale.refreshing = true;
    const asking = {
      facts: this.facts,
      fill: null,
      siteId: stale.siteId,
      key: this.key.key,
      path: this.key.path,
      acceptEncoding: this.acceptEncoding,
      stale,
      unusual,
      note: 'fwd=stale',
    };
    refreshInBackground(this.context, this.edge, asking, this.key);
  }
}

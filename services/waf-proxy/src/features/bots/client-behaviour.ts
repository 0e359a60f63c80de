import { LRUCache } from 'lru-cache';

/** Maximum clients that a worker remembers; the one not seen for longest is dropped. */
const MAX_CLIENTS = 20_000;
const WINDOW_MS = 60_000;
/** With fewer requests than this, behaviour is not judged. */
const TELLING_REQUESTS = 30;
const TELLING_ERRORS = 20;
/**
 * Variation of gaps, relative to their length, below which they look like a timer's; people's vary as much as they are
 * long.
 */
const STEADY_VARIATION = 0.1;
/** Gaps below this belong to the loading of one page. */
const MIN_GAP_MS = 50;

const ASSET = /\.(?:avif|bmp|css|gif|ico|jpe?g|js|json|map|mjs|mp4|otf|png|svg|ttf|wasm|webm|webp|woff2?)$/i;

/** What one client of one site did within the last one or two minutes; a few numbers, no history. */
export class ClientBehaviour {
  private windowAt: number;
  private requests = 0;
  private pages = 0;
  private assets = 0;
  private missing = 0;
  private gaps = 0;
  private gapSum = 0;
  private gapSquares = 0;
  private lastAt = 0;

  constructor(nowMs: number) {
    this.windowAt = nowMs;
  }

  arrived(target: string, isPage: boolean, nowMs: number): void {
    if (nowMs - this.windowAt >= WINDOW_MS) this.age(nowMs);
    this.requests++;
    const query = target.indexOf('?');
    if (ASSET.test(query < 0 ? target : target.slice(0, query))) this.assets++;
    else if (isPage) this.pages++;
    const gap = nowMs - this.lastAt;
    if (this.lastAt > 0 && gap >= MIN_GAP_MS && gap < WINDOW_MS) {
      this.gaps++;
      this.gapSum += gap;
      this.gapSquares += gap * gap;
    }
    this.lastAt = nowMs;
  }

  answered(status: number): void {
    if (status === 404 || status === 410 || status === 400 || status === 405) this.missing++;
  }

  /** Most requests are for things that do not exist, as scanners do. */
  get searches(): boolean {
    return this.missing >= TELLING_ERRORS && this.missing > this.requests / 2;
  }

  /** Loads page after page but no images or styles. */
  get readsPagesOnly(): boolean {
    return this.pages >= TELLING_REQUESTS && this.assets === 0;
  }

  /** Requests come at regular intervals. */
  get isSteady(): boolean {
    if (this.gaps < TELLING_REQUESTS) return false;
    const mean = this.gapSum / this.gaps;
    const variance = Math.max(0, this.gapSquares / this.gaps - mean * mean);
    return Math.sqrt(variance) < STEADY_VARIATION * mean;
  }

  /** Halves all numbers, so that the last one or two minutes count. */
  private age(nowMs: number): void {
    const old = nowMs - this.windowAt >= 2 * WINDOW_MS ? 0 : 0.5;
    this.requests *= old;
    this.pages *= old;
    this.assets *= old;
    this.missing *= old;
    this.gaps *= old;
    this.gapSum *= old;
    this.gapSquares *= old;
    this.windowAt = nowMs;
  }
}

export class ClientBehaviours {
  private readonly known = new LRUCache<string, ClientBehaviour>({ max: MAX_CLIENTS });

  of(siteId: string, client: string, nowMs: number): ClientBehaviour {
    const key = `${siteId}|${client}`;
    let behaviour = this.known.get(key);
    if (behaviour === undefined) {
      behaviour = new ClientBehaviour(nowMs);
      this.known.set(key, behaviour);
    }
    return behaviour;
  }
}

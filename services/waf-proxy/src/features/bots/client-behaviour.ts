import { LRUCache } from 'lru-cache';

/** Clients whose behaviour a worker remembers; the one not seen for longest is forgotten. */
const MAX_CLIENTS = 20_000;
const WINDOW_MS = 60_000;
/** Fewer requests than this say nothing about anybody. */
const TELLING_REQUESTS = 30;
const TELLING_ERRORS = 20;
/** Gaps of people vary as much as they are long; a timer's hardly vary. */
const STEADY_VARIATION = 0.1;
/** What is asked for every few milliseconds comes from one page being loaded. */
const MIN_GAP_MS = 50;

const ASSET = /\.(?:avif|bmp|css|gif|ico|jpe?g|js|json|map|mjs|mp4|otf|png|svg|ttf|wasm|webm|webp|woff2?)$/i;

/** What one client of one site did within the last minute or two; a few numbers, no history. */
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

  /** Most of what it asks for does not exist: it looks for something. */
  get searches(): boolean {
    return this.missing >= TELLING_ERRORS && this.missing > this.requests / 2;
  }

  /** Reads page after page and never a picture or a style. */
  get readsPagesOnly(): boolean {
    return this.pages >= TELLING_REQUESTS && this.assets === 0;
  }

  /** Comes like clockwork. */
  get isSteady(): boolean {
    if (this.gaps < TELLING_REQUESTS) return false;
    const mean = this.gapSum / this.gaps;
    const variance = Math.max(0, this.gapSquares / this.gaps - mean * mean);
    return Math.sqrt(variance) < STEADY_VARIATION * mean;
  }

  /** Halves everything, so that a client is judged by the last minute or two. */
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

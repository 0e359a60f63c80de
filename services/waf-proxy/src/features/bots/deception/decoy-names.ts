import { createHash } from 'node:crypto';

/** Paths and elements use words that occur on any site, so that no list of names finds the honeypots of all sites. */
const WORDS = ['archive', 'catalog', 'directory', 'overview', 'records', 'listing', 'notes', 'issues'];
/**
 * Names of form fields. Browsers and password managers fill in fields whose names contain words for a person's name,
 * address, telephone, e-mail, card, company, birth date, code or sign-in; none of these is here.
 */
const FIELD_WORDS = ['remark', 'topic', 'motive', 'tone', 'genre', 'mood', 'theme', 'shade'];

const WEEK_MS = 7 * 24 * 3_600_000;
/** Weeks for which a link counts, as pages stay in caches and open windows. */
const WEEKS_HELD = 5;

/**
 * Names of one site's honeypots: the same on all nodes and for all visitors, so that pages can be cached, and
 * unpredictable without the site's secret id. Links change every week, form fields alternate.
 */
export class DecoyNames {
  /** Parent of all links of all weeks; disallowed in robots.txt. */
  readonly folder: string;
  readonly linkText: string;
  /** Name of an element that no style sheet knows. */
  readonly element: string;
  readonly fields: readonly string[];
  private readonly siteId: string;
  private readonly tokens = new Map<number, string>();

  constructor(siteId: string) {
    this.siteId = siteId;
    const bytes = this.digest('names');
    const word = WORDS[bytes[0]! % WORDS.length]!;
    this.folder = `/${word}-${bytes.toString('hex', 1, 4)}/`;
    this.linkText = `${word[0]!.toUpperCase()}${word.slice(1)}`;
    this.element = `${WORDS[bytes[4]! % WORDS.length]!}-${FIELD_WORDS[bytes[5]! % FIELD_WORDS.length]!}`;
    this.fields = Object.freeze(
      FIELD_WORDS.map((field, at) => `${field}_${bytes.toString('hex', 8 + 2 * at, 10 + 2 * at)}`),
    );
  }

  link(nowMs: number): string {
    return this.folder + this.token(weekOf(nowMs));
  }

  /** @param path without its query */
  isLink(path: string, nowMs: number): boolean {
    if (!path.startsWith(this.folder)) return false;
    const rest = path.slice(this.folder.length);
    const week = weekOf(nowMs);
    // Another node's clock may be ahead.
    for (let back = -1; back <= WEEKS_HELD; back++) if (rest === this.token(week - back)) return true;
    return false;
  }

  field(nowMs: number): string {
    return this.fields[weekOf(nowMs) % this.fields.length]!;
  }

  private token(week: number): string {
    const known = this.tokens.get(week);
    if (known !== undefined) return known;
    const made = this.digest(`week ${week}`).toString('hex', 0, 6);
    if (this.tokens.size > 2 * WEEKS_HELD) this.tokens.clear();
    this.tokens.set(week, made);
    return made;
  }

  private digest(what: string): Buffer {
    return createHash('sha256').update(`palisade deception ${what} ${this.siteId}`).digest();
  }
}

const weekOf = (ms: number): number => Math.floor(ms / WEEK_MS);

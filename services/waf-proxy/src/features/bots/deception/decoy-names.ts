import { createHash } from 'node:crypto';

/** Paths and elements are made of words that stand on any site, so that no list of names finds the traps of all. */
const WORDS = ['archive', 'catalog', 'directory', 'overview', 'records', 'listing', 'notes', 'issues'];
/**
 * Names of form fields. Browsers and password managers fill in what they take for a name, an address, a telephone number, an
 * e-mail, a card, a company, a date of birth, a code or a sign-in, which they tell by words in the field's name: none of those is here.
 */
const FIELD_WORDS = ['remark', 'topic', 'motive', 'tone', 'genre', 'mood', 'theme', 'shade'];

const WEEK_MS = 7 * 24 * 3_600_000;
/** Pages lie in caches and in open windows; what they said so many weeks ago still counts. */
const WEEKS_HELD = 5;

/**
 * What the traps of one site are called: the same at all nodes and for all visitors, so that pages with them may be stored, and
 * unknown to whoever does not know the site's id, which stands nowhere outside. Links change with the week, fields of forms
 * take turns.
 */
export class DecoyNames {
  /** Below it lie all links, of every week: what robots.txt shuts. */
  readonly folder: string;
  readonly linkText: string;
  /** Of an element that no style sheet names. */
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
    // The clock of a node may be ahead of another's.
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

/**
 * Tells searches of trackers and wikis (JQL, CQL of Confluence) from conditions of SQL, which they look like. One that asks a
 * function of theirs, or says `is EMPTY`, or that a field holds several words (`~ "two words"`), or compares with a time (`> 500ms`), is a statement that no database gets through, as
 * long as all of it is a search: names, operators, plain words, and texts within which no statement could go on.
 */
import type { ByteString } from '../../model/api.ts';
import { sqlWord } from './sql-words.ts';

/** Longer ones are nobody's search. */
const MAX_SEARCH = 2048;

/** Functions of JQL and CQL, none of which any database has. */
const FUNCTIONS = new Set(
  `closedsprints componentsleadbyuser currentlogin currentspace currentuser earliestunreleasedversion endofday endofmonth endofweek
  endofyear favouritespaces futuresprints issuehistory issueswithremotelinksbyglobalid lastlogin latestreleasedversion linkedissues membersof
  opensprints parentepic projectsleadbyuser projectswhereuserhaspermission projectswhereuserhasrole recentlyviewedcontent
  recentlyviewedspaces releasedversions spaceswatchedbyuser standardissuetypes startofday startofmonth startofweek startofyear
  subtaskissuetypes unreleasedversions updatedby votedissues watchedissues`.split(/\s+/),
);

const BLANKS = /[ \t\r\n]*/y;
const OPEN = /\([ \t]*(?:not[ \t]+)?/iy;
const CLOSE = /\)/y;
const NOT = /not[ \t]+/iy;
const JOINT = /(?:and|or)(?=[\s(])(?:[ \t]+not(?=[\s(]))?/iy;
const NAME = /cf\[[0-9]{1,8}\]|[A-Za-z][\w.]{0,60}|"[A-Za-z][\w -]{0,60}"/y;
const OPERATOR =
  /!?[=~]|[<>]=?|(?:not[ \t]+in|in|is[ \t]+not|is|was[ \t]+not[ \t]+in|was[ \t]+not|was[ \t]+in|was)(?=[\s("])/iy;
const CALL = /([A-Za-z]{3,50})\([ \t]*(?:"[+-]?[\w .@-]{0,60}"|[\w.-]{0,60})[ \t]*\)/y;
const TEXT = /"([^"'\\]{0,200})"/y;
/** Quoted within its quotes, as JQL wants words that belong together: behind the backslash of it no statement goes on. */
const PHRASE = /"\\"([^"'\\]{0,200})\\""/y;
/** Times and sizes as logs and alerts have them. No name of a column begins with a number; Oracle's numbers end in `d` and `f`. */
const MEASURE = /^\d{1,12}(?:ms|s|m|h|w|min|kb|mb|gb)$/i;
const WORD = /[+-]?[A-Za-z0-9][\w.@:/-]{0,80}/y;
const ORDER =
  /order[ \t]+by[ \t]+[A-Za-z][\w.]{0,60}(?:[ \t]+(?:asc|desc))?(?:[ \t]*,[ \t]*[A-Za-z][\w.]{0,60}(?:[ \t]+(?:asc|desc))?){0,8}/iy;
const EMPTY = /^empty$/i;
/** Words of names (`In Progress`) behind which SQL wants a bracket. */
const BETWEEN_WORDS = new Set(['at', 'in', 'of', 'on', 'to']);
/** A state of trackers. */
const TO_DO = /^to do$/i;
/** As data have it; a text of anything else is code where quotes around all of it end before it. */
const PLAIN_TEXT = /^[+-]?\^?(?:\w(?:[\w .,:@/+-]*\w)?\*?)?$/;

export function isSearch(value: ByteString): boolean {
  if (value.length > MAX_SEARCH) return false;
  const search = new Search(value);
  return search.read() && search.isForeign;
}

class Search {
  /** Something of it no database knows. */
  isForeign = false;
  private at = 0;
  private depth = 0;
  private readonly value: ByteString;

  constructor(value: ByteString) {
    this.value = value;
  }

  /** Whether all of it is one. */
  read(): boolean {
    do {
      if (!this.clause()) return false;
      this.blanks();
    } while (this.take(JOINT) !== null);
    this.take(ORDER);
    this.blanks();
    return this.depth === 0 && this.at === this.value.length;
  }

  private clause(): boolean {
    this.blanks();
    this.take(NOT);
    while (this.take(OPEN) !== null) this.depth++;
    this.blanks();
    const name = this.take(NAME);
    if (name === null) return false;
    this.blanks();
    const operator = this.take(OPERATOR);
    if (operator === null) return false;
    this.blanks();
    if (!(/in$/i.test(operator) ? this.list() || this.call() : this.operand(operator))) return false;
    this.blanks();
    while (this.depth > 0 && this.take(CLOSE) !== null) {
      this.depth--;
      this.blanks();
    }
    return true;
  }

  private list(): boolean {
    if (this.value[this.at] !== '(') return false;
    do {
      this.at++;
      this.blanks();
      if (!this.operand('in')) return false;
      this.blanks();
    } while (this.value[this.at] === ',');
    return this.take(CLOSE) !== null;
  }

  private operand(operator: string): boolean {
    if (this.call()) return true;
    const text = this.take(TEXT);
    if (text !== null) return this.text(text.slice(1, -1), operator);
    const phrase = this.take(PHRASE);
    if (phrase !== null) return this.phrase(phrase.slice(3, -3), operator);
    const word = this.take(WORD);
    if (word === null) return false;
    if (/^is/i.test(operator) && EMPTY.test(word)) this.isForeign = true;
    if (MEASURE.test(word)) this.isForeign = true;
    return this.value[this.at] !== '(';
  }

  private call(): boolean {
    const call = this.take(CALL);
    if (call === null) return false;
    const name = call.slice(0, call.indexOf('(')).toLowerCase();
    if (FUNCTIONS.has(name)) this.isForeign = true;
    return FUNCTIONS.has(name) || name === 'now';
  }

  private text(text: string, operator: string): boolean {
    if (!PLAIN_TEXT.test(text)) return false;
    const words = text.split(' ');
    if (!TO_DO.test(text) && words.some((word) => isCode(word))) return false;
    if (operator.endsWith('~') && words.length > 1) this.isForeign = true;
    return true;
  }

  private phrase(text: string, operator: string): boolean {
    if (!PLAIN_TEXT.test(text) || text.includes('--')) return false;
    if (operator.endsWith('~')) this.isForeign = true;
    return true;
  }

  private blanks(): void {
    this.take(BLANKS);
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.value);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }
}

const isCode = (word: string): boolean =>
  !BETWEEN_WORDS.has(word.toLowerCase()) && sqlWord(word.toLowerCase()) !== undefined;

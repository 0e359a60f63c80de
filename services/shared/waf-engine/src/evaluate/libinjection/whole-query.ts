/**
 * Tells a whole query of SQL, as people write them in lessons, tickets and reports, from a piece of one. An injection goes on
 * with a statement that it is put into, or ends it; what is a query from its first word to its last, and holds nothing by which
 * a quote around it would end in code, does neither: within quotes it stays a text, without them no database reads it.
 */
import type { ByteString } from '../../model/api.ts';
import { emptyToken, MAX_TOKEN_LENGTH, type SqlToken, type SqlTokenType } from './sql-token.ts';
import { SqlTokenizer } from './sql-tokenizer.ts';
import { sqlWord } from './sql-words.ts';

/** Maximum length of an SQL example that people write. */
const MAX_QUERY_LENGTH = 4096;
const BEGINS = /^\s*(?:explain\s+(?:analy[sz]e\s+)?)?(?:select|with)\s/i;
/** What may stand before an opening bracket; all other names there are calls, which may do anything. */
const BEFORE_BRACKET = new Set(
  `all and any as avg between by case cast coalesce count date date_part date_trunc datediff day dense_rank distinct else exists
  extract filter from having hour ifnull in is join like lower max min month not now nullif on or over partition quarter rank round
  row_number select strftime sum then to_char trim upper using values week when where year`.split(/\s+/),
);
/** Tables that databases have of themselves. */
const SYSTEM_NAME =
  /^(?:information_schema|performance_schema|mysql|master|sys\w{0,30}|pg_\w+|sqlite_\w+|all_\w+|dba_\w+|user_(?!id$)\w+|msys\w+|rdb\$.*|v\$.*|dual)(?:\.|$)/i;
/** Session functions, and output to files or variables. */
const FORBIDDEN_WORDS = new Set(
  'current_user session_user system_user user password passwd into outfile dumpfile procedure waitfor'.split(
    ' ',
  ),
);
const ALLOWED_TYPES: ReadonlySet<SqlTokenType> = new Set<SqlTokenType>([
  ...(['1', 's', 'n', 'f', 'k', 'E', 'B', 't', 'o', '&', 'v', '(', ')', ',', '.', ':', ';', '?'] as const),
]);
/** Words as data have; a text of any of the others is code where a quote around the query ends before it. */
const PLAIN_TEXT = /^(?:[A-Za-z0-9](?:[\w .,:@/+-]*\w)?)?$/;
const CODE_TYPES: ReadonlySet<SqlTokenType> = new Set<SqlTokenType>(['o', '&', 'U', 'B', 'E', 'T', 'k', 'A']);

/**
 * What tools for reports and drivers put a value in for, and what they leave out without one: `[[AND day > {{start}}]]`. Names of
 * fields of work items are one word each.
 */
const PLACEHOLDER =
  /\{\{\s{0,4}[\w.]{1,60}\s{0,4}\}\}|(?<=[=<>(,]\s{0,2})%(?:s|d|\([\w]{1,40}\)s)(?![\w'"])|\[(?:System|Microsoft\.VSTS|Custom)\.[\w.]{1,60}\]/g;
const OPTIONAL = /\[\[|\]\]/g;

export function isWholeQuery(value: ByteString): boolean {
  if (value.length > MAX_QUERY_LENGTH || !BEGINS.test(value)) return false;
  const tokenizer = new SqlTokenizer();
  tokenizer.reset(value.replace(PLACEHOLDER, '1').replace(OPTIONAL, ' '), '', 'ansi');
  const query = new Query();
  const token = emptyToken();
  while (tokenizer.next(token)) if (!query.take(token)) return false;
  return query.isWhole;
}

const isLiteral = (type: SqlTokenType): boolean => type === '1' || type === 's';

class Query {
  private depth = 0;
  private isOver = false;
  private hasTable = false;
  private before: SqlTokenType = '';
  private wordBefore = '';
  private beforeThat: SqlTokenType = '';

  get isWhole(): boolean {
    return this.hasTable && this.depth === 0 && this.wordBefore !== 'where';
  }

  /** False: the token is not allowed in a read-only query. */
  take(token: SqlToken): boolean {
    if (this.isOver || !ALLOWED_TYPES.has(token.type)) return false;
    const word = token.text.toLowerCase();
    if (!this.takeStructure(token.type, word)) return false;
    if (token.type === 's' ? !isPlainText(token, this.wordBefore) : !isPlainWord(token, word)) return false;
    // Two values that are compared with one another: nobody asks a table that.
    if (isLiteral(token.type) && this.before === 'o' && isLiteral(this.beforeThat)) return false;
    this.beforeThat = this.before;
    this.before = token.type;
    this.wordBefore = word;
    return true;
  }

  private takeStructure(type: SqlTokenType, word: string): boolean {
    switch (type) {
      case '(':
        this.depth++;
        return !/^\w/.test(this.wordBefore) || this.before === '1' || BEFORE_BRACKET.has(this.wordBefore);
      case ')':
        return --this.depth >= 0;
      case ';':
        this.isOver = true;
        return true;
      default:
        if (word === 'from') this.hasTable = true;
        return true;
    }
  }
}

/** Around a text that something is to be like. */
const ANYTHING = /^%|%$/g;
/** As documents in a column have it: `'%"cart"%'`. Between single quotes a text would be divided by one that is no number. */
const QUOTED_WORD = /^"([A-Za-z]\w*)"$/;

function isPlainText({ text: all, open, close }: SqlToken, wordBefore: string): boolean {
  const text = /like$/.test(wordBefore) ? all.replace(ANYTHING, '').replace(QUOTED_WORD, '$1') : all;
  const isQuoted = (open === "'" || open === '"') && close === open;
  if (!isQuoted || text.length >= MAX_TOKEN_LENGTH || !PLAIN_TEXT.test(text) || text.includes('--'))
    return false;
  const words = text.split(' ');
  return isData(words[0]!) && isData(words.at(-1)!);
}

function isData(word: string): boolean {
  const known = sqlWord(word);
  return known === undefined || !CODE_TYPES.has(known.type);
}

const isPlainWord = ({ type, signs, text }: SqlToken, word: string): boolean =>
  signs === 0 &&
  !FORBIDDEN_WORDS.has(word) &&
  !SYSTEM_NAME.test(word) &&
  !(type === '1' && /^(?:0[xb]|[bx]')/i.test(text)) &&
  !(type === 'n' && text.startsWith('['));

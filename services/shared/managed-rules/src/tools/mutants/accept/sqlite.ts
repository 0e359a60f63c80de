import { DatabaseSync } from 'node:sqlite';
import type { Interpreter, PlacedText } from './interpreter.ts';

/** Statements as applications build them, with the position of the value. */
const TEMPLATES = {
  number: ['SELECT name FROM users WHERE id=', ''],
  'number in brackets': ['SELECT name FROM users WHERE (id=', ')'],
  'quoted string': ["SELECT name FROM users WHERE name='", "'"],
  'quoted string in brackets': ["SELECT name FROM users WHERE (name='", "')"],
  'quoted string in two brackets': ["SELECT name FROM users WHERE ((name='", "'))"],
  'quoted pattern': ["SELECT name FROM users WHERE name LIKE '%", "%'"],
  'double-quoted string': ['SELECT name FROM users WHERE name="', '"'],
  'double-quoted string in brackets': ['SELECT name FROM users WHERE (name="', '")'],
  'inserted string': ["INSERT INTO users VALUES (1,'", "','x')"],
} as const satisfies Record<string, readonly [string, string]>;

const NOT_SQL = /syntax error|unrecognized token|incomplete input/;

/**
 * Statements are compiled, never run. An unknown function or table is a matter of names, not of grammar: such a statement
 * is one for a server that has them.
 */
export function sqliteInterpreter(): Interpreter {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE users (id INTEGER, name TEXT, password TEXT)');
  const compiles = (statement: string): boolean => {
    try {
      database.prepare(statement);
      return true;
    } catch (error) {
      return !NOT_SQL.test(String(error));
    }
  };
  return {
    name: `SQLite ${String(database.prepare('SELECT sqlite_version() AS v').get()?.v)}`,
    positions: Object.keys(TEMPLATES),
    accepts: (texts) =>
      Promise.resolve(
        texts.map((placed) => {
          const statement = statementOf(placed);
          return statement !== null && statementsOf(statement).every(compiles);
        }),
      ),
  };
}

/** Null where the text stays a mere value. */
function statementOf({ text, position }: PlacedText): string | null {
  const [before, after] = TEMPLATES[position as keyof typeof TEMPLATES];
  if (text.includes('\0')) return null;
  const quote = before.includes('"') ? '"' : before.includes("'") ? "'" : null;
  const isValue = quote === null ? /^\s*[\w.]*\s*$/.test(text) : staysLiteral(text, quote);
  return isValue ? null : before + text + after;
}

const staysLiteral = (text: string, quote: string): boolean =>
  !text.replaceAll(quote + quote, '').includes(quote);

const STRING_COMMENT_OR_END =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;/g;

/** Only the first of several statements is compiled by `prepare`. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(STRING_COMMENT_OR_END)) {
    if (token !== ';') continue;
    statements.push(text.slice(from, index));
    from = index + 1;
  }
  const last = text.slice(from);
  // What follows the last semicolon may be nothing but a comment.
  return last.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '').trim() === ''
    ? statements
    : [...statements, last];
}

/** Why a migration may do what the version before could not live with; each such migration has one, as `static readonly contract`. */
export interface Contract {
  /** The day on which the last version that needs what goes was replaced by one that does not. */
  since: string;
  why: string;
  /** The migration (its time) by which that version is known: both in one upgrade means that the version in between was left out. */
  after?: number;
}

interface Rule {
  what: string;
  /** On one statement, without comments and texts. */
  pattern: RegExp;
}

/** What code of the version before stumbles over: it runs on until it is replaced, and again if an upgrade is taken back. */
const RULES: readonly Rule[] = [
  {
    what: 'drops a table, column, view or type',
    pattern: /\bDROP\s+(TABLE|COLUMN|(MATERIALIZED )?VIEW|TYPE|SCHEMA)\b/i,
  },
  { what: 'renames a table or column', pattern: /^ALTER TABLE .*\bRENAME\b/i },
  { what: 'changes the type of a column', pattern: /\bALTER COLUMN \S+ (SET DATA )?TYPE\b/i },
  { what: 'deletes rows', pattern: /^(WITH\b.*\b)?(DELETE FROM|TRUNCATE)\b/i },
];

/** Statement by statement, without what they say in texts, comments and bodies of functions. */
export function statementsOf(texts: readonly string[]): string[] {
  return texts
    .join(';\n')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

/** @returns what the version before cannot live with, in words */
export function destructions(texts: readonly string[]): string[] {
  const statements = statementsOf(texts);
  const whole = statements.join('; ');
  const created = new Set(
    [...whole.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\S+)/gi)].map(([, name]) => name),
  );
  const isNew = (table: string | undefined) => created.has(table);
  return statements.flatMap((statement) => {
    const found = RULES.filter(({ pattern }) => pattern.test(statement)).map(({ what }) => what);
    const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+)/i.exec(statement)?.[1];
    if (altered !== undefined && !isNew(altered)) found.push(...stricter(statement, whole));
    const [, index, indexed] =
      /^CREATE UNIQUE INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?(\S+) ON (\S+)/i.exec(statement) ?? [];
    const isMadeAnew =
      index !== undefined &&
      new RegExp(`\\bDROP (INDEX|CONSTRAINT) (IF EXISTS )?${escaped(index)}(\\s|;|$)`).test(whole);
    if (index !== undefined && !isNew(indexed) && !isMadeAnew) found.push('wants values to be unique');
    return found.map((what) => `${what}: ${statement.slice(0, 120)}`);
  });
}

/** Statements that could make writes of the previous version fail. */
function stricter(statement: string, whole: string): string[] {
  const found: string[] = [];
  for (const [, column] of statement.matchAll(/\bALTER COLUMN (\S+) SET NOT NULL/gi)) {
    const hasDefault = new RegExp(`\\bALTER COLUMN ${escaped(column!)} SET DEFAULT\\b`, 'i').test(whole);
    if (!hasDefault) found.push(`wants ${column} from who does not know it`);
  }
  for (const [, column, rest] of statement.matchAll(/\bADD COLUMN (?:IF NOT EXISTS )?(\S+)([^,]*)/gi)) {
    if (/\bNOT NULL\b/i.test(rest!) && !/\bDEFAULT\b|\bGENERATED\b/i.test(rest!))
      found.push(`wants ${column} from who does not know it`);
  }
  return found;
}

const escaped = (name: string): string => name.replaceAll(/[^\w]/g, '\\$&');

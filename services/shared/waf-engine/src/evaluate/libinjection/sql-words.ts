/**
 * What words and phrases mean in the dialects of SQL, in libinjection's classes (see `sql-token.ts`). The words are those of
 * the databases' manuals: MySQL, PostgreSQL, SQL Server, Oracle, DB2, SQLite, Access.
 *
 * A phrase is found word by word (`IS`, `IS NOT`, `IS NOT DISTINCT`, …), so each beginning of a phrase is listed, too, if only
 * as a name (`n`).
 */

import { SQL_FUNCTIONS } from './sql-functions.ts';
import type { SqlTokenType } from './sql-token.ts';

const WORDS: Readonly<Partial<Record<SqlTokenType, string>>> = {
  A: 'collate',
  U: `union, union all, union distinct, union all distinct, union distinct all, intersect, intersect all, except, uni_on`,
  B: `group by, having, limit, order by, partition by, own3d by`,
  E: `select, select all, select distinct, insert, insert delayed, insert high_priority, insert low_priority,
    insert ignore, update, set, case, create, execute as, execute as login, raiseerror, waitfor delay, waitfor time,
    waitfor receive`,
  T: `begin, begin declare, begin goto, begin try, begin try declare, try, declare, while, goto, go, call, exec, execute, print,
    use, shutdown, drop, delete, handler, create or replace, load data, load xml, insert into, insert delayed into,
    insert high_priority into, insert low_priority into, insert ignore into`,
  '&': `and, or, xor, &&, ||`,
  '1': `true, false, binary_double_infinity, binary_double_nan, binary_float_infinity, binary_float_nan`,
  f: 'procedure analyse, if exists, if not, if not exists',
  v: `null, unknown, current date, current degree, current function, current function path, current path, current schema,
    current server, current time, current timezone, current_date, current_path, current_server, current_time,
    current_timestamp, current_timezone, current_user, localtime, localtimestamp`,
  o: `!!, !<, !=, !>, %=, &=, *=, +=, -=, /=, ::, :=, <<, <=, <>, <@, >=, >>, @>, ^=, |/, |=, ~*,
    between, not between, div, mod, eqv, is, is not, is distinct from, is not distinct from, not, like, not like,
    regexp, not regexp, rlike, not rlike, similar to, not similar, not similar to, sounds, sounds like, uescape`,
  n: `at time, by, check, create or, cross, database, do, dual, for, group, in boolean, is distinct, is not distinct, lock,
    lock in, lock in share, mode, natural, next value, order, out, outer, password, previous value, right, show,
    sys.database_name, table, trailing, unique, user, user_id, user_name, waitfor, with`,
  t: `character, character varying, varchar, text, cstring, bytea, binary, boolean, void, int, int1, int2, int3, int4, int8,
    integer, bigint, smallint, serial, serial2, serial4, serial8, bigserial, smallserial, float, float4, float8, double,
    double precision, real, decimal, numeric, money, timestamp, oid, anyarray, anyelement, anynonarry, regclass, regconfig,
    regdictionary, regoper, regoperator, regproc, regprocedure, regtype, _armscii8, _ascii, _big5, _binary, _cp1250, _cp1251,
    _cp1257, _cp850, _cp852, _cp866, _cp932, _dec8, _eucjpms, _euckr, _gb2312, _gbk, _geostd8, _greek, _hebrew, _hp8, _keybcs2,
    _koi8r, _koi8u, _latin1, _latin2, _latin5, _latin7, _macce, _macroman, _sjis, _swe7, _tis620, _ujis, _usc2, _utf8`,
  k: `from, where, into, into outfile, into dumpfile, as, in, not in, in boolean mode, against, match, values, default, distinct,
    distinctrow, top, all_users, asc, desc, when, then, else, elseif, each, both, leading, offset, fetch, separator, explain,
    describe, analyze, optimize, return, open, exit, continue, iterate, leave, loop, repeat, undo, wait, nowait, delay,
    delayed, ignore, force, high_priority, low_priority, function, procedure, trigger, cursor, condition, constraint,
    index, keys, primary, foreign, fulltext, spatial, column, partition, range, linear, lines, option, optionally, enclosed, escaped,
    terminated, starting, schema, schemas, databases, sql, sqlstate, sqlexception, sqlwarning, sql_big_result,
    sql_buffer_result, sql_cache, sql_calc_found_rows, sql_no_cache, sql_small_result, signal, resignal, release, read,
    read write, reads, read_write, modifies, deterministic, sensitive, insensitive, asensitive, inout, specific, references,
    restrict, require, revoke, grant, rename, replace, purge, merge, kill, load, infile, outfile, alter, alter domain,
    alter table, change, abort, before, cascade, accessible, usage, ssl, master_bind, master_ssl_verify_server_cert,
    no_write_to_binlog, one_shot, maxvalue, autoincrement, zerofill, unsigned, varying, notnull, similar, own3d, count_big,
    precision, dec, time, interval, blob, longblob, longtext, mediumblob, mediumint, mediumtext, middleint, tinyblob, tinyint,
    tinytext, varbinary, varcharacter, utc_date, utc_time, utc_timestamp, at time zone, day_hour, day_microsecond, day_minute,
    day_second, hour_microsecond, hour_minute, hour_second, minute_microsecond, minute_second, second_microsecond, year_month,
    join, inner, inner join, cross join, full join, full outer, full outer join, left join, left outer, left outer join,
    right join, right outer, right outer join, straight_join, natural join, natural inner, natural inner join, natural outer,
    natural left, natural left outer, natural left outer join, natural right, natural right outer join, natural full,
    natural full outer join, for update, for update of, for update wait, for update nowait, for update skip,
    for update skip locked, lock table, lock tables, lock in share mode, unlock, next value for, previous value for,
    with rollup, syscolumns, sysobjects, sysusers, xp_execresultset`,
};

export interface SqlWord {
  readonly type: SqlTokenType;
  /** Whether a longer phrase begins with this one. */
  readonly beginsPhrase: boolean;
}

const KNOWN: ReadonlyMap<string, SqlWord> = knownWords();

export const knownSqlWords = (): Iterable<[phrase: string, word: SqlWord]> => KNOWN;

/** Meaning of a word or phrase, in any case; undefined for one without a meaning. */
export function sqlWord(text: string): SqlWord | undefined {
  return KNOWN.get(text.toLowerCase());
}

function knownWords(): Map<string, SqlWord> {
  const types = new Map<string, SqlTokenType>();
  for (const name of SQL_FUNCTIONS) types.set(name, 'f');
  for (const [type, words] of Object.entries(WORDS)) {
    for (const word of words.split(',')) types.set(word.trim().replace(/\s+/g, ' '), type as SqlTokenType);
  }
  const beginnings = new Set(
    [...types.keys()]
      .filter((phrase) => phrase.includes(' '))
      .map((phrase) => phrase.slice(0, phrase.lastIndexOf(' '))),
  );
  // First words that mean nothing by themselves are names like any other, but must be known to begin a phrase.
  for (const beginning of beginnings)
    if (!beginning.includes(' ') && !types.has(beginning)) types.set(beginning, 'n');
  return new Map([...types].map(([word, type]) => [word, { type, beginsPhrase: beginnings.has(word) }]));
}

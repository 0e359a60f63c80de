import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Sqlite } from './sqlite.ts';

const FILE = 'sites.db';
/** Beside the file itself; they belong to it. */
const SHARED_MEMORY = '-shm';
const COMPANIONS = ['', '-wal', SHARED_MEMORY];
/** Raised with every change of the tables; a store of another number is set aside and filled anew. */
const SCHEMA = 1;
/** Memory for pages, KiB: a process that writes, and one that reads. What the system caches is shared by all processes. */
const WRITER_CACHE_KIB = 32_768;
const READER_CACHE_KIB = 8_192;
/** Pages of the journal that are written into the tables together: 32 MiB. */
const CHECKPOINT_PAGES = 8_192;
/** Time that a process waits for one that recovers the store after a crash, ms. */
const BUSY_MS = 1_000;
const VERSIONS_AT_ONCE = 5_000;

/** Where sites are found by, all of which their documents say. */
const INDEX_TABLES = `
  CREATE TABLE IF NOT EXISTS hosts (
    host TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (host, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lists (
    list_id TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (list_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS lists_of_sites ON lists (id);
`;
const TABLES = `
  CREATE TABLE IF NOT EXISTS sites (
    id INTEGER PRIMARY KEY,
    site_id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    issued_at_ms INTEGER NOT NULL,
    received_at_ms INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    removed INTEGER NOT NULL,
    watched INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS watched_sites ON sites (id) WHERE watched = 1;
  CREATE TABLE IF NOT EXISTS documents (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  ${INDEX_TABLES}
`;

class OtherSchemaError extends Error {
  override readonly name = 'OtherSchemaError';
}

/** What SQLite finds wrong with a table. */
class DamagedTableError extends Error {
  override readonly name = 'DamagedTableError';
}

/** SQLite's codes for a damaged file, and for one that is no database. */
const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26]);

export function isDamage(error: unknown): error is Error {
  if (error instanceof OtherSchemaError || error instanceof DamagedTableError) return true;
  // The lowest byte of an extended code is the code.
  return error instanceof Error && 'errcode' in error && DAMAGE_CODES.has(Number(error.errcode) & 0xff);
}

/** Where a site is found by. */
export interface SiteIndex {
  /** None of a removed site. */
  hosts: readonly string[];
  /** Lists that have to be in memory before its first request. */
  lists: readonly string[];
}

/** SQLite's codes for a disk that takes no more, or no further file. */
const ROOM_CODES: ReadonlySet<number> = new Set([10, 13, 14]);

const isLackOfRoom = (error: unknown): error is Error =>
  error instanceof Error && 'errcode' in error && ROOM_CODES.has(Number(error.errcode) & 0xff);

/** One site as it is written. */
export interface SiteRecord extends SiteIndex {
  siteId: string;
  version: bigint;
  issuedAtMs: bigint;
  receivedAtMs: number;
  /** Whose signature the document has. */
  keyId: string;
  removed: boolean;
  /** The supervisor checks its origins. */
  watched: boolean;
  /** With its signature. */
  signed: Uint8Array;
}

export interface SiteVersion {
  siteId: string;
  version: bigint;
  issuedAtMs: number;
  receivedAtMs: number;
  removed: boolean;
}

/** A document as stored on disk; its readers verify its signature. */
export interface StoredDocument {
  siteId: string;
  signed: Uint8Array;
}

/**
 * The last good document of every site, on the node's disk, in one SQLite file: by it the node starts without Redis, and
 * sites that nobody asks for need no memory. The supervisor writes; workers read, each with a few megabytes of memory,
 * while the system caches the file for all of them.
 */
export class SiteStore {
  private database: DatabaseSync;
  private readonly file: string;
  private readonly writes: boolean;
  /** Why the store is read as it lies there, and nothing can be written: there is no room. Null: it is as usual. */
  noRoom: Error | null;
  private readonly statements = new Map<string, StatementSync>();

  private constructor(database: DatabaseSync, file: string, writes: boolean, noRoom: Error | null = null) {
    this.database = database;
    this.file = file;
    this.writes = writes;
    this.noRoom = noRoom;
  }

  /**
   * Opens the store of a folder for writing, or begins one. What is not a store, or is damaged, is set aside. On a full disk
   * it is opened as it lies there (see `noRoom`), and for writing as soon as that is possible.
   * @param onDamaged called with what is the matter, before it is begun anew
   * @throws where the store is in order as far as is known: a lock, a missing permission
   */
  static open(folder: string, onDamaged: (error: Error) => void): SiteStore {
    try {
      return SiteStore.begin(folder);
    } catch (error) {
      const asItLies = isLackOfRoom(error)
        ? SiteStore.openAsItLies(path.join(folder, FILE), true, error)
        : null;
      if (asItLies !== null) return asItLies;
      if (!isDamage(error)) throw error;
      onDamaged(error);
      for (const companion of COMPANIONS) {
        const file = path.join(folder, FILE + companion);
        if (existsSync(file)) renameSync(file, `${file}.damaged`);
      }
      return SiteStore.begin(folder);
    }
  }

  private static begin(folder: string): SiteStore {
    const file = path.join(folder, FILE);
    const database = new Sqlite(file);
    try {
      database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
        PRAGMA cache_size = -${WRITER_CACHE_KIB}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
        PRAGMA journal_size_limit = 67108864`);
      const { user_version: schema } = database.prepare('PRAGMA user_version').get() as {
        user_version: number;
      };
      if (schema !== 0 && schema !== SCHEMA) throw new OtherSchemaError(`the store has the schema ${schema}`);
      // Nothing is written where nothing has to be: the disk may be full.
      if (schema === 0) database.exec(`BEGIN; ${TABLES} PRAGMA user_version = ${SCHEMA}; COMMIT`);
      const store = new SiteStore(database, file, true);
      store.check('sites');
      return store;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** For reading. Null: the folder has none. */
  static openToRead(folder: string): SiteStore | null {
    const file = path.join(folder, FILE);
    if (!existsSync(file)) return null;
    try {
      return SiteStore.openFile(file);
    } catch (error) {
      const asItLies = isLackOfRoom(error) ? SiteStore.openAsItLies(file, false, error) : null;
      if (asItLies === null) throw error;
      return asItLies;
    }
  }

  private static openFile(file: string): SiteStore {
    const database = new Sqlite(file, { readOnly: true });
    try {
      database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA cache_size = -${READER_CACHE_KIB}`);
      // The first that reads wants the file that processes share.
      database.prepare('PRAGMA user_version').get();
      return new SiteStore(database, file, false);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Without the files that SQLite wants beside it, which have no room; nobody can write meanwhile. Null: there is no store. */
  private static openAsItLies(file: string, writes: boolean, noRoom: Error): SiteStore | null {
    if (!existsSync(file)) return null;
    const address = pathToFileURL(file);
    address.searchParams.set('immutable', '1');
    const database = new Sqlite(address, { readOnly: true });
    const { user_version: schema } = database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (schema === SCHEMA) return new SiteStore(database, file, writes, noRoom);
    database.close();
    return null;
  }

  /** Tried once there may be room. */
  private openAsUsual(open: () => SiteStore): void {
    let other: SiteStore;
    try {
      other = open();
    } catch (error) {
      if (!isLackOfRoom(error)) throw error;
      this.noRoom = error;
      return;
    }
    this.close();
    this.database = other.database;
    this.noRoom = null;
  }

  /**
   * Writes all or, with an error, nothing. Returns by how many there are more sites that are not removed.
   * @param hostsBefore hosts of the document that a site has now
   */
  put(records: readonly SiteRecord[], hostsBefore: (signed: Uint8Array) => readonly string[]): number {
    if (this.noRoom !== null) this.openAsUsual(() => SiteStore.begin(path.dirname(this.file)));
    if (this.noRoom !== null) throw this.noRoom;
    this.database.exec('BEGIN IMMEDIATE');
    try {
      let more = 0;
      for (const record of records) more += this.write(record, hostsBefore);
      this.database.exec('COMMIT');
      return more;
    } catch (error) {
      // A full disk ends the transaction by itself.
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private write(record: SiteRecord, hostsBefore: (signed: Uint8Array) => readonly string[]): number {
    const { siteId, version, issuedAtMs, receivedAtMs, keyId, signed } = record;
    const facts = [version, issuedAtMs, receivedAtMs, keyId, Number(record.removed), Number(record.watched)];
    const known = this.statement('SELECT id, removed FROM sites WHERE site_id = ?').get(siteId);
    let id = known?.id as number | bigint | undefined;
    if (id === undefined) {
      id = this.statement(
        `INSERT INTO sites (version, issued_at_ms, received_at_ms, key_id, removed, watched, site_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(...facts, siteId).lastInsertRowid;
    } else {
      const before = this.statement('SELECT bytes FROM documents WHERE id = ?').get(id);
      if (before !== undefined)
        for (const host of hostsBefore(before.bytes as Uint8Array))
          this.statement('DELETE FROM hosts WHERE host = ? AND id = ?').run(host, id);
      this.statement('DELETE FROM lists WHERE id = ?').run(id);
      this.statement(
        `UPDATE sites SET version = ?, issued_at_ms = ?, received_at_ms = ?, key_id = ?, removed = ?, watched = ?
         WHERE id = ?`,
      ).run(...facts, id);
    }
    this.statement('INSERT OR REPLACE INTO documents (id, bytes) VALUES (?, ?)').run(id, signed);
    this.writeIndex(id, record);
    return Number(!record.removed) - Number(known !== undefined && known.removed === 0);
  }

  private writeIndex(id: number | bigint, { hosts, lists }: SiteIndex): void {
    for (const host of new Set(hosts))
      this.statement('INSERT OR IGNORE INTO hosts (host, id) VALUES (?, ?)').run(host, id);
    for (const list of new Set(lists))
      this.statement('INSERT OR IGNORE INTO lists (list_id, id) VALUES (?, ?)').run(list, id);
  }

  /** What is damaged of where sites are found by; null: nothing. A fifth of a second of CPU for a million sites. */
  indexDamage(): Error | null {
    try {
      this.check('hosts');
      this.check('lists');
      return null;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return error;
    }
  }

  /** @throws what SQLite finds wrong with the table, or with an index of it */
  private check(table: string): void {
    const [{ quick_check: verdict }] = this.database.prepare(`PRAGMA quick_check(${table})`).all() as [
      { quick_check: string },
    ];
    if (verdict !== 'ok') throw new DamagedTableError(`${table}: ${verdict}`);
  }

  /**
   * Writes anew where sites are found by, all or, with an error, nothing. What was there is not read, nor its room freed.
   * @param indexOf `null` for a document that cannot be read, as an argument
   */
  rebuildIndex(indexOf: (siteId: string, signed: Uint8Array | null) => SiteIndex): void {
    // A connection that has met a damaged page writes no more.
    const reader = SiteStore.openFile(this.file);
    // Tables whose pages are damaged cannot be dropped, only forgotten.
    this.database.enableDefensive(false);
    this.database.exec('BEGIN IMMEDIATE');
    try {
      this.database.exec(`PRAGMA writable_schema = ON;
        DELETE FROM sqlite_schema WHERE tbl_name IN ('hosts', 'lists');
        PRAGMA writable_schema = RESET; ${INDEX_TABLES}`);
      const sites = reader.database.prepare('SELECT id, site_id FROM sites WHERE removed = 0').iterate();
      for (const { id, site_id: siteId } of sites as Iterable<{ id: number; site_id: string }>)
        this.writeIndex(id, indexOf(siteId, reader.documentAt(id)));
      this.database.exec('COMMIT');
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    } finally {
      this.database.exec('PRAGMA writable_schema = OFF');
      this.database.enableDefensive(true);
      reader.close();
    }
  }

  /** Null: it is damaged. */
  private documentAt(id: number): Uint8Array | null {
    try {
      return (this.statement('SELECT bytes FROM documents WHERE id = ?').get(id)?.bytes ??
        null) as Uint8Array | null;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return null;
    }
  }

  /** Sites whose documents have a host, the one that serves it first: that is the latest document's. */
  sitesOfHost(host: string): string[] {
    return this.statement(
      `SELECT site_id FROM hosts JOIN sites USING (id) WHERE host = ? ORDER BY issued_at_ms DESC, site_id DESC`,
    )
      .all(host)
      .map(({ site_id: siteId }) => siteId as string);
  }

  /** With its signature; null: none, or a removed site's. */
  documentOf(siteId: string): Uint8Array | null {
    const found = this.statement(
      'SELECT bytes FROM sites JOIN documents USING (id) WHERE site_id = ? AND removed = 0',
    ).get(siteId);
    return (found?.bytes as Uint8Array | undefined) ?? null;
  }

  /** Ids of sites that are not removed, at most so many. */
  siteIds(limit: number): string[] {
    return this.statement('SELECT site_id FROM sites WHERE removed = 0 ORDER BY id LIMIT ?')
      .all(limit)
      .map(({ site_id: siteId }) => siteId as string);
  }

  /** Documents of sites whose origins the supervisor checks. */
  watched(): StoredDocument[] {
    return this.statement('SELECT site_id, bytes FROM sites JOIN documents USING (id) WHERE watched = 1')
      .all()
      .map(({ site_id: siteId, bytes }) => ({ siteId: siteId as string, signed: bytes as Uint8Array }));
  }

  /** In parts, so that documents may be written in between. */
  *versions(): IterableIterator<SiteVersion> {
    const statement = this.statement('SELECT * FROM sites WHERE id > ? ORDER BY id LIMIT ?');
    statement.setReadBigInts(true);
    for (let last = 0n; ; ) {
      const rows = statement.all(last, VERSIONS_AT_ONCE);
      for (const row of rows) {
        last = row.id as bigint;
        yield {
          siteId: row.site_id as string,
          version: row.version as bigint,
          issuedAtMs: Number(row.issued_at_ms),
          receivedAtMs: Number(row.received_at_ms),
          removed: row.removed === 1n,
        };
      }
      if (rows.length < VERSIONS_AT_ONCE) return;
    }
  }

  /** All lists that sites refer to. */
  lists(): string[] {
    return this.statement('SELECT DISTINCT list_id FROM lists')
      .all()
      .map(({ list_id: list }) => list as string);
  }

  /** How many documents each key has signed. */
  byKey(): Map<string, number> {
    const rows = this.statement('SELECT key_id, count(*) AS count FROM sites GROUP BY key_id').all();
    return new Map(rows.map(({ key_id: key, count }) => [key as string, count as number]));
  }

  /** Sites that are not removed. */
  count(): number {
    return this.statement('SELECT count(*) AS count FROM sites WHERE removed = 0').get()!.count as number;
  }

  close(): void {
    this.statements.clear();
    if (this.database.isOpen) this.database.close();
  }

  private statement(sql: string): StatementSync {
    // Whoever writes may have found room, and what lies there changes.
    if (this.noRoom !== null && !this.writes && existsSync(this.file + SHARED_MEMORY))
      this.openAsUsual(() => SiteStore.openFile(this.file));
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

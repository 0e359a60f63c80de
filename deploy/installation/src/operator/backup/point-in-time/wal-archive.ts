import { randomBytes } from 'node:crypto';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '../../base/operator-error.ts';
import { BackupKeys, type KeyDerivation, newDerivation } from '../keys.ts';
import { damaged, Opener, Sealer } from '../sealed-stream.ts';
import { type BackupStore, readWhole } from '../store/backup-store.ts';

const FORMAT = 1;
const FOLDER = 'wal';
const HEAD = `${FOLDER}/archive.json`;
const MAX_HEAD_BYTES = 64 * 1024;
const SALT_BYTES = 8;
/** wal/NAME.TIME.SALT.sealed: the salt gives each file a key of its own, even if a segment is stored twice. */
const OBJECT = /^wal\/([\w-]+)\.(\d{8}T\d{9}Z)\.([0-9a-f]{16})\.sealed$/;

interface Head {
  format: number;
  keys: KeyDerivation;
  check: string;
  /** System identifier of the server: logs of different servers must not be mixed. */
  system: string;
  segmentBytes: number;
}

export type Server = Pick<Head, 'system' | 'segmentBytes'>;

/** A piece of the archive: a segment of the log, or the secrets. */
export interface Piece {
  object: string;
  /** A segment's name, its timeline's history, or `secrets`. */
  name: string;
  /** Everything that was committed until then, by the server's clock, is in it or in a piece before it. */
  at: Date;
}

/**
 * The server's write-ahead log after its base backups, encrypted piece by piece, and the secrets whenever they had
 * changed.
 */
export class WalArchive {
  private constructor(
    private readonly store: BackupStore,
    private readonly keys: BackupKeys,
    readonly server: Server,
  ) {}

  static async open(store: BackupStore, passphrase: string): Promise<WalArchive | null> {
    const content = await readWhole(store, HEAD, MAX_HEAD_BYTES);
    if (content === null) return null;
    const head = parsed(content);
    const keys = await BackupKeys.derive(passphrase, head.keys);
    if (keys.check() !== head.check) {
      throw new OperatorError(
        'passphrase_wrong',
        'This is not the passphrase of the archive.',
        'Give the one that it was begun with.',
      );
    }
    return new WalArchive(store, keys, head);
  }

  static async openOrBegin(store: BackupStore, passphrase: string, server: Server): Promise<WalArchive> {
    const there = await WalArchive.open(store, passphrase);
    if (there === null) {
      const derivation = newDerivation();
      const keys = await BackupKeys.derive(passphrase, derivation);
      const head: Head = { format: FORMAT, keys: derivation, check: keys.check(), ...server };
      await store.write(HEAD, Readable.from([Buffer.from(`${JSON.stringify(head, null, 2)}\n`)]));
      return new WalArchive(store, keys, server);
    }
    there.refuseOther(server);
    return there;
  }

  /** @throws OperatorError `archive_of_another` */
  refuseOther({ system }: Server): void {
    if (this.server.system === system) return;
    throw new OperatorError(
      'archive_of_another',
      `The archive in ${this.store.place} is of another database server.`,
      'Name another place: each server has one of its own.',
    );
  }

  async pieces(): Promise<Piece[]> {
    return await piecesIn(this.store);
  }

  async add(name: string, at: Date, content: Readable): Promise<Piece> {
    const salt = randomBytes(SALT_BYTES).toString('hex');
    const object = `${FOLDER}/${name}.${at.toISOString().replace(/[-:.]/g, '')}.${salt}.sealed`;
    const sealed = new PassThrough();
    await Promise.all([
      // The unused rest of a switched segment is zeros.
      pipeline(content, createGzip(), new Sealer(this.keys.ofFile(object)), sealed),
      this.store.write(object, sealed),
    ]);
    return { object, name, at };
  }

  /** @throws OperatorError `backup_damaged` */
  async openInto({ object }: Piece, target: Writable): Promise<void> {
    const source = await this.store.read(object);
    if (source === null) throw damaged(`${object} is not there`);
    await pipeline(source, new Opener(this.keys.ofFile(object)), createGunzip(), target);
  }

  async remove(pieces: readonly Piece[]): Promise<void> {
    await this.store.remove(pieces.map(({ object }) => object));
  }
}

/** In the order in which they were written; their names say it without the passphrase. */
export async function piecesIn(store: BackupStore): Promise<Piece[]> {
  const objects = await store.list(`${FOLDER}/`);
  return objects
    .flatMap((object) => {
      const [, name, time] = OBJECT.exec(object) ?? [];
      return name && time ? [{ object, name, at: expanded(time) }] : [];
    })
    .sort((one, other) => Number(one.at) - Number(other.at) || (one.name < other.name ? -1 : 1));
}

/** Whose log lies there, as it says itself, without the passphrase. Null: none does. @throws OperatorError `backup_damaged` */
export async function archivedServer(store: BackupStore): Promise<Server | null> {
  const content = await readWhole(store, HEAD, MAX_HEAD_BYTES);
  return content === null ? null : parsed(content);
}

function parsed(content: Buffer): Head {
  try {
    const head = JSON.parse(content.toString('utf8')) as Head;
    if (head.format !== FORMAT || typeof head.keys.salt !== 'string') throw new Error('of another format');
    if (!Number.isInteger(head.segmentBytes) || head.segmentBytes < 1) throw new Error('of no size');
    return head;
  } catch (cause) {
    throw damaged(`${HEAD} is not readable`, cause);
  }
}

/** 20261123T180500000Z */
function expanded(time: string): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(time)!.slice(1);
  const [year, month, day, hour, minute, second, ms] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}

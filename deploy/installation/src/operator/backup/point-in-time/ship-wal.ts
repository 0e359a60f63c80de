import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Installation } from '../../base/installation.ts';
import { OperatorError } from '../../base/operator-error.ts';
import { findServerTools, type PostgresTools, startTool } from '../../base/postgres-tools.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { adminUrlOf, secretsOf } from '../write.ts';
import {
  FIRST_SEGMENT,
  isLogStored,
  keptFrom,
  leaveFirstSegment,
  letGo,
  mark,
  replicatedServer,
  throwExplained,
} from './replication.ts';
import { lsn, lsnText, segmentName, segmentOf } from './segments.ts';
import { type Piece, WalArchive } from './wal-archive.ts';

const SECRETS = 'secrets';
/** Time of the log before the first mark: every base backup is newer. */
const BEFORE_ANY = new Date(0);

/** Maximum bytes in the temporary folder, which may be memory, before they are stored. */
const BYTES_AT_ONCE = 256 * 1024 * 1024;

/** Numbers of segments; `to` is not among them. */
interface Range {
  timeline: number;
  from: bigint;
  to: bigint;
}

export interface Shipped {
  /** Restoring is possible up to here. */
  at: Date;
  segments: number;
  /** Between what was archived before and now segments are missing: a new base backup is needed. */
  isGap: boolean;
}

/** Stores the log of the server, a round at a time; what a round has not stored to its end comes again in the next. */
export class WalShipper {
  private constructor(
    private readonly installation: Installation,
    private readonly archive: WalArchive,
    private readonly tools: PostgresTools,
    /** The newest piece of the log; null: the archive has none. */
    private last: Piece | null,
    private secretsSum: string,
    /** A server keeps its log for one place: another one had it until now. */
    readonly isFromElsewhere: boolean,
  ) {}

  static async start(
    installation: Installation,
    store: BackupStore,
    passphrase: string,
    environment: NodeJS.ProcessEnv,
  ): Promise<WalShipper> {
    const { major, ...server } = await replicatedServer(adminUrlOf(installation));
    const tools = await findServerTools(major, environment);
    const isStored = await isLogStored(adminUrlOf(installation));
    const archive = await WalArchive.openOrBegin(store, passphrase, server);
    const pieces = await archive.pieces();
    const last = pieces.findLast(({ name }) => segmentOf(name, server.segmentBytes) !== null) ?? null;
    const secrets = pieces.findLast(({ name }) => name.startsWith(`${SECRETS}-`));
    const isFromElsewhere = last === null && isStored;
    return new WalShipper(installation, archive, tools, last, secrets ? sumIn(secrets) : '', isFromElsewhere);
  }

  async round(): Promise<Shipped> {
    const url = adminUrlOf(this.installation);
    const { segmentBytes } = this.archive.server;
    await leaveFirstSegment(url, segmentBytes);
    const from = lsn(await keptFrom(url)) / BigInt(segmentBytes);
    // Secrets come before the log that may need them.
    const until = await mark(url, segmentBytes, (at) => this.shipSecrets(at));
    const first = { timeline: until.timeline, number: from < FIRST_SEGMENT ? FIRST_SEGMENT : from };
    const previous = this.last === null ? null : segmentOf(this.last.name, segmentBytes);
    const isGap = previous !== null && first.number > previous.number + 1n;
    const behind = until.end / BigInt(segmentBytes);
    const atOnce = BigInt(Math.max(1, Math.floor(BYTES_AT_ONCE / segmentBytes)));
    // The mark is in the last one: a round that ends in the middle is not to pass for all that was committed by then.
    const before = this.last?.at ?? BEFORE_ANY;
    let segments = 0;
    for (let from = first.number; from < behind; from += atOnce) {
      const to = from + atOnce < behind ? from + atOnce : behind;
      segments += await this.store(
        url,
        { timeline: until.timeline, from, to },
        before,
        to === behind ? until.at : before,
      );
    }
    return { at: until.at, segments, isGap };
  }

  /** @param at of the last of them; of the others: `before` */
  private async store(url: string, { timeline, from, to }: Range, before: Date, at: Date): Promise<number> {
    const { segmentBytes } = this.archive.server;
    const folder = await mkdtemp(path.join(tmpdir(), 'palisade-wal-'));
    try {
      const end = to * BigInt(segmentBytes);
      await this.receive(folder, url, segmentName({ timeline, number: from - 1n }, segmentBytes), end);
      const received = (await readdir(folder)).filter((name) => !name.endsWith('.partial')).sort();
      const last = segmentName({ timeline, number: to - 1n }, segmentBytes);
      refuseIncomplete(received, last);
      for (const name of received) {
        const piece = await this.archive.add(
          name.replace('.history', '-history'),
          name === last ? at : before,
          createReadStream(path.join(folder, name)),
        );
        if (segmentOf(name, segmentBytes) !== null) this.last = piece;
      }
      await letGo(url, lsnText(end));
      return received.length;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * pg_receivewal continues after the newest segment in its folder: an empty file of the right size stands for the one
   * before the first.
   */
  private async receive(folder: string, url: string, before: string, end: bigint): Promise<void> {
    const placeholder = path.join(folder, before);
    const file = await open(placeholder, 'w', 0o600);
    await file.truncate(this.archive.server.segmentBytes);
    await file.close();
    const args = [`--directory=${folder}`, `--endpos=${lsnText(end - 1n)}`, '--no-loop', '--no-password'];
    const receiving = startTool(this.tools, 'pg_receivewal', args, url);
    receiving.input.end();
    receiving.output.resume();
    try {
      await receiving.ended;
    } catch (error) {
      throwExplained(error);
    } finally {
      receiving.kill();
    }
    await rm(placeholder);
  }

  private async shipSecrets(at: Date): Promise<void> {
    const text = await readFile(this.installation.secretsFile, 'utf8');
    const sum = createHash('sha256').update(text).digest('hex').slice(0, 16);
    if (sum === this.secretsSum) return;
    await this.archive.add(`${SECRETS}-${sum}`, at, secretsOf(this.installation, text));
    this.secretsSum = sum;
  }
}

/** The slot moves on behind this: what has not come would never come again. */
function refuseIncomplete(received: readonly string[], last: string): void {
  if (received.includes(last)) return;
  throw new OperatorError(
    'wal_incomplete',
    `The server’s log ended before ${last}.`,
    'Nothing is lost: the next round begins where this one did.',
  );
}

const sumIn = ({ name }: Piece): string => name.slice(SECRETS.length + 1);

/** The secrets that decrypt the database of that time: of the same round as the log, or the last before it. */
export const secretsAt = (pieces: readonly Piece[], at: Date): Piece | undefined =>
  pieces.findLast((piece) => piece.name.startsWith(`${SECRETS}-`) && piece.at <= at);

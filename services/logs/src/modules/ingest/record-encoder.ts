import { DAY_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { CopyWriter } from '../log-store/copy-writer.rules.ts';
import { partitionOf } from '../log-store/partition-name.rules.ts';
import type { PendingRecords, RowWriter } from '../log-store/row-writer.types.ts';
import { actionOf } from '../records/actions.rules.ts';
import { classify } from '../records/classification.rules.ts';
import type { RollUps } from '../records/roll-ups.rules.ts';
import { type ReadMatch, readMatch } from '../records/stored-match.types.ts';
import { THREATS } from '../records/threats.rules.ts';
import type { RecordKeys } from './record-keys.ts';
import { MAX_BYTES, MAX_TEXT_BYTES, type RecordTexts } from './record-texts.ts';
import { FIELD, type RecordView } from './record-view.ts';
import type { StoredChunks } from './stored-chunks.ts';

/** Numeric fields, in the order of their columns from `status` to `asn`. */
const NUMBER_FIELDS = [
  [FIELD.status, 0x7fff_ffff],
  [FIELD.originStatus, 0x7fff_ffff],
  [FIELD.ruleId, Number.MAX_SAFE_INTEGER],
  [FIELD.durationUs, Number.MAX_SAFE_INTEGER],
  [FIELD.originDurationUs, Number.MAX_SAFE_INTEGER],
  [FIELD.requestBytes, Number.MAX_SAFE_INTEGER],
  [FIELD.responseBytes, Number.MAX_SAFE_INTEGER],
  [FIELD.inboundScore, 0x7fff_ffff],
  [FIELD.outboundScore, 0x7fff_ffff],
  [FIELD.configVersion, Number.MAX_SAFE_INTEGER],
  [FIELD.clientPort, 0x7fff_ffff],
  [FIELD.asn, Number.MAX_SAFE_INTEGER],
] as const;

/** Text fields in the order of their columns from `client_address` to `server_name`. */
const TEXT_FIELDS = [
  FIELD.clientAddress,
  FIELD.country,
  FIELD.city,
  FIELD.asnName,
  FIELD.protocol,
  FIELD.scheme,
  FIELD.host,
  FIELD.method,
  FIELD.target,
  FIELD.userAgent,
  FIELD.referer,
  FIELD.cacheStatus,
  FIELD.reason,
  FIELD.ruleMessage,
  FIELD.serverName,
] as const;

/** Text fields whose columns come after the others. */
const LATER_TEXT_FIELDS = [
  [FIELD.ja4, MAX_BYTES.ja4],
  [FIELD.tlsVersion, MAX_BYTES.tlsVersion],
  [FIELD.origin, MAX_BYTES.origin],
  [FIELD.originReason, MAX_BYTES.originReason],
] as const;

const MAX_MATCHES = 64;
const FUTURE_TOLERANCE_MS = 5 * 60_000;

export interface EncoderTargets {
  rollUps: RollUps;
  chunks: StoredChunks;
  keys: RecordKeys;
  texts: RecordTexts;
  records: PendingRecords;
}

/** Encodes records as rows with `RECORD_COLUMNS`, and counts them. */
export class RecordEncoder {
  /** Records that have expired under their plan; counted, but not stored. */
  expired = 0;
  private readonly into: EncoderTargets;
  private readonly nowMs: number;
  private readonly fresh = new CopyWriter(1_024);

  constructor(into: EncoderTargets, nowMs: number) {
    this.into = into;
    this.nowMs = nowMs;
  }

  add(view: RecordView, siteNo: number): void {
    const { rollUps, chunks, keys, texts, records } = this.into;
    texts.read(view, records.remembersTexts);
    // A clock that is ahead must not create partitions in the future.
    const receivedAtMs = Math.min(view.value[FIELD.receivedAtMs]!, this.nowMs + FUTURE_TOLERANCE_MS);
    const name = partitionOf(receivedAtMs, view.value[FIELD.retentionDays]!);
    const matches = view.matches.length > 0 ? readMatches(view) : NO_MATCHES;
    const action = view.value[FIELD.action]!;
    const { blocked } = actionOf(action);
    const threat = THREATS[threatOf(view, matches)].code;
    const isThreat = blocked && threat !== THREATS.siteSetting.code;
    rollUps.add(keys.counted(view, texts, matches, { siteNo, receivedAtMs, blocked: isThreat, threat }));
    if (name.dayMs + (name.retentionDays + 1) * DAY_MS <= this.nowMs) {
      this.expired++;
      return;
    }
    const row: Row = {
      view,
      texts,
      siteNo,
      receivedAtMs,
      retentionDays: name.retentionDays,
      threat,
      blocked,
      matches,
    };
    const rows = records.rowsOf(name);
    const begin = rows.size;
    const bytes = writeFirst(rows, row) - begin;
    const chunkNo = chunks.add(siteNo, receivedAtMs, bytes);
    writeRest(rows, row, chunkNo);
    if (chunks.fresh.shows(siteNo)) this.addFresh(row, chunkNo);
  }

  private addFresh(row: Row, chunkNo: number): void {
    const { fresh } = this.into.chunks;
    this.fresh.clear();
    writeFirst(this.fresh, row);
    writeRest(this.fresh, row, chunkNo);
    fresh.add(this.fresh.written);
  }
}

interface Row {
  view: RecordView;
  texts: RecordTexts;
  siteNo: number;
  receivedAtMs: number;
  retentionDays: number;
  threat: number;
  blocked: boolean;
  matches: readonly ReadMatch[];
}

/** The columns before `chunk_no`. @returns bytes written so far */
function writeFirst(rows: RowWriter, row: Row): number {
  const { view, matches } = row;
  rows.moment(row.receivedAtMs);
  rows.number(row.siteNo);
  rows.number(row.retentionDays);
  rows.number(row.threat);
  rows.number(Math.min(view.value[FIELD.action]!, 0x7fff));
  rows.boolean(row.blocked);
  // By index, which is faster than an iterator on this hot path.
  for (let i = 0; i < NUMBER_FIELDS.length; i++) {
    const numbers = NUMBER_FIELDS[i]!;
    rows.number(Math.min(view.value[numbers[0]]!, numbers[1]));
  }
  const from = view.from[FIELD.requestId]!;
  rows.printable(view.bytes, from, Math.min(view.to[FIELD.requestId]!, from + MAX_TEXT_BYTES));
  for (let i = 0; i < TEXT_FIELDS.length; i++) writeText(rows, row, TEXT_FIELDS[i]!, MAX_TEXT_BYTES);
  if (matches.length === 0) rows.null();
  else rows.text(JSON.stringify(matches.map((match) => match.stored)));
  return rows.size;
}

function writeRest(rows: RowWriter, row: Row, chunkNo: number): void {
  rows.number(chunkNo);
  for (let i = 0; i < LATER_TEXT_FIELDS.length; i++) {
    const later = LATER_TEXT_FIELDS[i]!;
    writeText(rows, row, later[0], later[1]);
  }
  rows.endRow();
}

function writeText(rows: RowWriter, { view, texts }: Row, field: number, maxBytes: number): void {
  const from = view.from[field]!;
  rows.repeated(view.bytes, from, Math.min(view.to[field]!, from + maxBytes), texts.of(field));
}

const NO_MATCHES: ReadMatch[] = [];
/** Actions whose meaning depends on the reason. */
const BY_REASON: ReadonlySet<number> = new Set([
  requestLogV1.EdgeAction.CHALLENGE,
  requestLogV1.EdgeAction.REJECT,
]);

function readMatches(view: RecordView): ReadMatch[] {
  const matches: ReadMatch[] = [];
  for (let i = 0; i < view.matches.length && matches.length < MAX_MATCHES; i += 2)
    matches.push(readMatch(view.bytes.subarray(view.matches[i]!, view.matches[i + 1]!)));
  return matches;
}

function threatOf(view: RecordView, matches: readonly ReadMatch[]) {
  const action = view.value[FIELD.action]!;
  const { threat } = actionOf(action);
  if (threat !== 'byRule' && !BY_REASON.has(action)) return threat;
  return classify({
    action,
    ruleId: view.value[FIELD.ruleId]!,
    ruleMessage: view.latin1(FIELD.ruleMessage),
    reason: view.latin1(FIELD.reason),
    matches,
  });
}

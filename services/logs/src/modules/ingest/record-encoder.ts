import { requestLogV1 } from '@palisade/contracts';
import { type PartitionName, partitionOf } from '../log-store/partition-name.rules.ts';
import type { RecordRows } from '../log-store/record-rows.types.ts';
import { actionOf } from '../records/actions.rules.ts';
import { classify, isEvaluation } from '../records/classification.rules.ts';
import type { CountedRecord, RollUps } from '../records/roll-ups.rules.ts';
import { readMatch, type StoredMatch } from '../records/stored-match.types.ts';
import { THREATS } from '../records/threats.rules.ts';
import { CopyWriter } from './copy-writer.ts';
import { FIELD, latin1, type RecordView } from './record-view.ts';
import type { StoredChunks } from './stored-chunks.ts';

/** Numbers that are written as they are, in the order of their columns from `status` to `asn`. */
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

/** Texts in the order of their columns from `request_id` to `server_name`. */
const TEXT_FIELDS = [
  FIELD.requestId,
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

/** Texts whose columns stand behind the others, with the most bytes of each: JA4 has 36, a version three. */
const LATER_TEXT_FIELDS = [
  [FIELD.ja4, 64],
  [FIELD.tlsVersion, 8],
] as const;

/** A record's texts are bounded by the edge; beyond this they are cut, in case an edge is not what it should be. */
const MAX_TEXT_BYTES = 16 * 1024;
const MAX_MATCHES = 64;
const MAX_PATH_BYTES = 200;
const MAX_ADDRESS_BYTES = 64;
/** Of methods and of what the cache did. */
const MAX_WORD_BYTES = 32;
const MAX_AGENT_BYTES = 200;
const MAX_REASON_BYTES = 100;
const MAX_NETWORK_NAME_BYTES = 80;
const MAX_RULE_NAME_BYTES = 120;
/** Reasons of the edge that say what it took a client for. */
const BOT_REASONS = ['bot:', 'challenge:', 'crawler:'] as const;
const ORIGIN_FAILURE = 'origin:';
/** More than any transfer; keeps sums of nonsense within a bigint. */
const MAX_COUNTED_BYTES = 1e12;

const DAY_MS = 86_400_000;
const FUTURE_TOLERANCE_MS = 5 * 60_000;

/** Turns records into rows as `RECORD_COLUMNS` has them, partition by partition, and counts them. */
export class RecordEncoder {
  private readonly partitions = new Map<string, { name: PartitionName; rows: CopyWriter }>();
  /** Records that their plan no longer keeps; counted, but not stored. */
  expired = 0;
  private readonly rollUps: RollUps;
  private readonly chunks: StoredChunks;
  private readonly siteNoOf: (siteId: string) => number;
  private readonly nowMs: number;
  private dayText = '';
  private dayMs = Number.NaN;

  constructor(rollUps: RollUps, chunks: StoredChunks, siteNoOf: (siteId: string) => number, nowMs: number) {
    this.rollUps = rollUps;
    this.chunks = chunks;
    this.siteNoOf = siteNoOf;
    this.nowMs = nowMs;
  }

  add(view: RecordView): void {
    const siteNo = this.siteNoOf(view.latin1(FIELD.siteId));
    // A clock that runs ahead must not open partitions in the future.
    const receivedAtMs = Math.min(view.value[FIELD.receivedAtMs]!, this.nowMs + FUTURE_TOLERANCE_MS);
    const name = partitionOf(receivedAtMs, view.value[FIELD.retentionDays]!);
    const matches = view.matches.length > 0 ? readMatches(view) : NO_MATCHES;
    const action = view.value[FIELD.action]!;
    const { blocked } = actionOf(action);
    const threat = THREATS[threatOf(view, matches)].code;
    const isThreat = blocked && threat !== THREATS.siteSetting.code;
    this.rollUps.add(counted(view, matches, { siteNo, receivedAtMs, blocked: isThreat, threat }));
    if (name.dayMs + (name.retentionDays + 1) * DAY_MS <= this.nowMs) {
      this.expired++;
      return;
    }
    const rows = this.rowsOf(name);
    const begin = rows.size;
    rows.plain(this.timestamp(receivedAtMs));
    rows.number(siteNo);
    rows.number(name.retentionDays);
    rows.number(threat);
    rows.number(Math.min(action, 0x7fff));
    rows.boolean(blocked);
    for (const [field, max] of NUMBER_FIELDS) rows.number(Math.min(view.value[field]!, max));
    for (const field of TEXT_FIELDS) {
      const from = view.from[field]!;
      rows.printable(view.bytes, from, Math.min(view.to[field]!, from + MAX_TEXT_BYTES));
    }
    if (matches.length === 0) rows.null();
    else rows.text(JSON.stringify(matches.map((match) => match.stored)));
    rows.number(this.chunks.add(siteNo, receivedAtMs, rows.size - begin));
    for (const [field, maxBytes] of LATER_TEXT_FIELDS) {
      const from = view.from[field]!;
      rows.printable(view.bytes, from, Math.min(view.to[field]!, from + maxBytes));
    }
    rows.endRow();
    if (this.chunks.fresh.shows(siteNo)) this.chunks.fresh.add(rows.written.subarray(begin));
  }

  /** The rows so far; valid until the next `add`. */
  records(): RecordRows[] {
    return [...this.partitions.values()].map(({ name, rows }) => ({
      name,
      count: rows.rows,
      text: rows.written,
    }));
  }

  private rowsOf(name: PartitionName): CopyWriter {
    let partition = this.partitions.get(name.table);
    if (!partition) {
      partition = { name, rows: new CopyWriter() };
      this.partitions.set(name.table, partition);
    }
    return partition.rows;
  }

  /** ISO 8601 in UTC. */
  private timestamp(ms: number): string {
    const dayMs = ms - (ms % DAY_MS);
    if (dayMs !== this.dayMs) {
      this.dayMs = dayMs;
      this.dayText = new Date(dayMs).toISOString().slice(0, 11);
    }
    const inDay = ms - dayMs;
    const seconds = Math.floor(inDay / 1000);
    return `${this.dayText}${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${three(inDay % 1000)}Z`;
  }
}

type Match = ReturnType<typeof readMatch>;
const NO_MATCHES: Match[] = [];
/** Actions whose meaning the reason changes. */
const BY_REASON: ReadonlySet<number> = new Set([
  requestLogV1.EdgeAction.CHALLENGE,
  requestLogV1.EdgeAction.REJECT,
]);

function readMatches(view: RecordView): Match[] {
  const matches: Match[] = [];
  for (let i = 0; i < view.matches.length && matches.length < MAX_MATCHES; i += 2)
    matches.push(readMatch(view.bytes.subarray(view.matches[i]!, view.matches[i + 1]!)));
  return matches;
}

function threatOf(view: RecordView, matches: readonly (Match & { stored: StoredMatch })[]) {
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

function counted(
  view: RecordView,
  matches: readonly Match[],
  known: Pick<CountedRecord, 'siteNo' | 'receivedAtMs' | 'blocked' | 'threat'>,
): CountedRecord {
  const originFailed = startsWith(view, FIELD.reason, ORIGIN_FAILURE);
  return {
    ...known,
    status: view.value[FIELD.status]!,
    requestBytes: Math.min(view.value[FIELD.requestBytes]!, MAX_COUNTED_BYTES),
    responseBytes: Math.min(view.value[FIELD.responseBytes]!, MAX_COUNTED_BYTES),
    durationUs: Math.min(view.value[FIELD.durationUs]!, MAX_COUNTED_BYTES),
    originAsked: originFailed || view.value[FIELD.originStatus]! > 0,
    originFailed,
    originDurationUs: Math.min(view.value[FIELD.originDurationUs]!, MAX_COUNTED_BYTES),
    country: countryOf(view),
    path: pathOf(view),
    address: keyOf(view, FIELD.clientAddress, MAX_ADDRESS_BYTES),
    method: keyOf(view, FIELD.method, MAX_WORD_BYTES),
    cache: keyOf(view, FIELD.cacheStatus, MAX_WORD_BYTES),
    network: networkOf(view),
    userAgent: keyOf(view, FIELD.userAgent, MAX_AGENT_BYTES),
    bot: BOT_REASONS.some((prefix) => startsWith(view, FIELD.reason, prefix))
      ? keyOf(view, FIELD.reason, MAX_REASON_BYTES)
      : '',
    rules: rulesOf(view, matches),
  };
}

const keyOf = (view: RecordView, field: number, max: number): string =>
  cleanKey(view.bytes, view.from[field]!, view.to[field]!, max);

function networkOf(view: RecordView): string {
  const number = view.value[FIELD.asn]!;
  return number === 0 ? '' : `${number} ${nameOf(view, FIELD.asnName, MAX_NETWORK_NAME_BYTES)}`.trimEnd();
}

/** A name out of a database of ours, which no stranger chooses: letters that are not ASCII stay. */
function nameOf(view: RecordView, field: number, max: number): string {
  const from = view.from[field]!;
  const name = cleanKey(view.bytes, from, view.to[field]!, max);
  if (!name.includes('?')) return name;
  const to = Math.min(view.to[field]!, from + max);
  return view.bytes.toString('utf8', from, to).replace(/[\p{Cc}\ufffd]/gu, '');
}

const NO_RULES: string[] = [];

/** Those for which the log finds a record: what decided and what fired, but not what only adds their scores up. */
function rulesOf(view: RecordView, matches: readonly Match[]): readonly string[] {
  const decidingId = view.value[FIELD.ruleId]!;
  if (decidingId === 0 && matches.length === 0) return NO_RULES;
  const names = new Map<number, string>();
  if (decidingId !== 0 && !isEvaluation({ ruleId: decidingId, tags: [] }))
    names.set(decidingId, keyOf(view, FIELD.ruleMessage, MAX_RULE_NAME_BYTES));
  for (const match of matches)
    if (!isEvaluation(match)) names.set(match.ruleId, match.message.slice(0, MAX_RULE_NAME_BYTES));
  return [...names].map(([id, name]) => `${id} ${name}`.trimEnd());
}

function countryOf(view: RecordView): string {
  const from = view.from[FIELD.country]!;
  return view.to[FIELD.country]! - from === 2 ? cleanKey(view.bytes, from, from + 2, 2) : '';
}

/** The target without its query. */
function pathOf(view: RecordView): string {
  const from = view.from[FIELD.target]!;
  const to = Math.min(view.to[FIELD.target]!, from + MAX_PATH_BYTES);
  let end = from;
  while (end < to && view.bytes[end] !== 0x3f) end++;
  return cleanKey(view.bytes, from, end, MAX_PATH_BYTES);
}

/** A value to count by: ASCII as it is, everything else as a question mark. */
function cleanKey(bytes: Buffer, from: number, to: number, max: number): string {
  const end = Math.min(to, from + max);
  for (let i = from; i < end; i++) {
    const byte = bytes[i]!;
    if (byte < 0x20 || byte > 0x7e) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being replaced
      return latin1(bytes, from, end).replace(/[\x00-\x1f\x7f-\xff]/g, '?');
    }
  }
  return latin1(bytes, from, end);
}

function startsWith(view: RecordView, field: number, prefix: string): boolean {
  const from = view.from[field]!;
  if (view.to[field]! - from < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (view.bytes[from + i] !== prefix.charCodeAt(i)) return false;
  return true;
}

function two(value: number): string {
  const whole = Math.floor(value);
  return whole < 10 ? `0${whole}` : String(whole);
}

function three(value: number): string {
  const whole = Math.floor(value);
  return whole < 10 ? `00${whole}` : whole < 100 ? `0${whole}` : String(whole);
}

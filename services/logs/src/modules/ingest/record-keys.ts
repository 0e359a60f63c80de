import { isEvaluation } from '../records/classification.rules.ts';
import type { CountedRecord } from '../records/roll-ups.rules.ts';
import type { ReadMatch } from '../records/stored-match.types.ts';
import { ValueCache } from '../records/value-cache.rules.ts';
import { FIELD, latin1, type RecordView } from './record-view.ts';

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
const CSP_REPORT = 'csp_report:taken';
/** Of several in one record. */
const CSP_BETWEEN = ' + ';
/** Some directives, each with a host and a page. */
const MAX_CSP_BYTES = 4_096;
/** More than any transfer; keeps sums of nonsense within a bigint. */
const MAX_COUNTED_BYTES = 1e12;

const QUESTION_MARK = 0x3f;
const NO_RULES: readonly string[] = [];
const NO_REPORTS: readonly string[] = [];
const MAX_NETWORKS = 100_000;

/** What records are counted by. Their values come again and again; each is made a string once. */
export class RecordKeys {
  private readonly paths = new ValueCache(16_384, 256, pathOf);
  private readonly addresses = keyCache(32_768, MAX_ADDRESS_BYTES);
  private readonly words = keyCache(256, MAX_WORD_BYTES);
  private readonly agents = new ValueCache(4_096, 256, (bytes, from, to) =>
    cleanKey(bytes, from, to, MAX_AGENT_BYTES),
  );
  private readonly countries = new ValueCache(1_024, 2, (bytes, from, to) =>
    to - from === 2 ? cleanKey(bytes, from, to, 2) : '',
  );
  private readonly networkNames = new ValueCache(4_096, MAX_NETWORK_NAME_BYTES, nameOf);
  private readonly networks = new Map<number, { name: string; text: string }>();

  counted(
    view: RecordView,
    matches: readonly ReadMatch[],
    known: Pick<CountedRecord, 'siteNo' | 'receivedAtMs' | 'blocked' | 'threat'>,
  ): CountedRecord {
    const originFailed = startsWith(view, FIELD.reason, ORIGIN_FAILURE);
    const { value } = view;
    return {
      siteNo: known.siteNo,
      receivedAtMs: known.receivedAtMs,
      blocked: known.blocked,
      threat: known.threat,
      status: value[FIELD.status]!,
      requestBytes: Math.min(value[FIELD.requestBytes]!, MAX_COUNTED_BYTES),
      responseBytes: Math.min(value[FIELD.responseBytes]!, MAX_COUNTED_BYTES),
      durationUs: Math.min(value[FIELD.durationUs]!, MAX_COUNTED_BYTES),
      originAsked: originFailed || value[FIELD.originStatus]! > 0,
      originFailed,
      originDurationUs: Math.min(value[FIELD.originDurationUs]!, MAX_COUNTED_BYTES),
      country: cached(this.countries, view, FIELD.country),
      path: cached(this.paths, view, FIELD.target),
      address: cached(this.addresses, view, FIELD.clientAddress),
      method: cached(this.words, view, FIELD.method),
      cache: cached(this.words, view, FIELD.cacheStatus),
      network: this.networkOf(view),
      userAgent: cached(this.agents, view, FIELD.userAgent),
      bot: BOT_REASONS.some((prefix) => startsWith(view, FIELD.reason, prefix))
        ? keyOf(view, FIELD.reason, MAX_REASON_BYTES)
        : '',
      csp: startsWith(view, FIELD.reason, CSP_REPORT)
        ? keyOf(view, FIELD.ruleMessage, MAX_CSP_BYTES).split(CSP_BETWEEN)
        : NO_REPORTS,
      rules: rulesOf(view, matches),
    };
  }

  private networkOf(view: RecordView): string {
    const number = view.value[FIELD.asn]!;
    if (number === 0) return '';
    const name = cached(this.networkNames, view, FIELD.asnName);
    let network = this.networks.get(number);
    if (network?.name !== name) {
      if (this.networks.size >= MAX_NETWORKS) this.networks.clear();
      network = { name, text: `${number} ${name}`.trimEnd() };
      this.networks.set(number, network);
    }
    return network.text;
  }
}

const keyCache = (size: number, maxBytes: number): ValueCache<string> =>
  new ValueCache(size, maxBytes, (bytes, from, to) => cleanKey(bytes, from, to, maxBytes));

function cached(cache: ValueCache<string>, view: RecordView, field: number): string {
  const [from, to] = [view.from[field]!, view.to[field]!];
  return from === to ? '' : cache.get(view.bytes, from, to);
}

const keyOf = (view: RecordView, field: number, max: number): string =>
  cleanKey(view.bytes, view.from[field]!, view.to[field]!, max);

/** A name out of a database of ours, which no stranger chooses: letters that are not ASCII stay. */
function nameOf(bytes: Buffer, from: number, to: number): string {
  const name = cleanKey(bytes, from, to, MAX_NETWORK_NAME_BYTES);
  if (!name.includes('?')) return name;
  return bytes
    .toString('utf8', from, Math.min(to, from + MAX_NETWORK_NAME_BYTES))
    .replace(/[\p{Cc}\ufffd]/gu, '');
}

/** Those for which the log finds a record: what decided and what fired, but not what only adds their scores up. */
function rulesOf(view: RecordView, matches: readonly ReadMatch[]): readonly string[] {
  const decidingId = view.value[FIELD.ruleId]!;
  if (decidingId === 0 && matches.length === 0) return NO_RULES;
  const names = new Map<number, string>();
  if (decidingId !== 0 && !isEvaluation({ ruleId: decidingId, tags: [] }))
    names.set(decidingId, keyOf(view, FIELD.ruleMessage, MAX_RULE_NAME_BYTES));
  for (const match of matches)
    if (!isEvaluation(match)) names.set(match.ruleId, match.message.slice(0, MAX_RULE_NAME_BYTES));
  return [...names].map(([id, name]) => `${id} ${name}`.trimEnd());
}

/** The target without its query. */
function pathOf(bytes: Buffer, from: number, to: number): string {
  const most = Math.min(to, from + MAX_PATH_BYTES);
  let end = from;
  while (end < most && bytes[end] !== QUESTION_MARK) end++;
  return cleanKey(bytes, from, end, MAX_PATH_BYTES);
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

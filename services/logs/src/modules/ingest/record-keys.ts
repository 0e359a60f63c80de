import { isEvaluation } from '../records/classification.rules.ts';
import { CountedValue, NO_VALUE } from '../records/facet-columns.rules.ts';
import type { CountedRecord } from '../records/roll-ups.rules.ts';
import type { ReadMatch } from '../records/stored-match.types.ts';
import { cleanKey, type RecordTexts } from './record-texts.ts';
import { FIELD, type RecordView } from './record-view.ts';

const MAX_REASON_BYTES = 100;
const MAX_RULE_NAME_BYTES = 120;
/** The edge's reasons that classify a client. */
const BOT_REASONS = ['bot:', 'challenge:', 'crawler:'] as const;
const ORIGIN_FAILURE = 'origin:';
const CSP_REPORT = 'csp_report:taken';
/** Separator of several values in one record. */
const CSP_BETWEEN = ' + ';
/** Some directives, each with a host and a page. */
const MAX_CSP_BYTES = 4_096;
/** Larger than any real transfer; keeps sums of invalid values within a bigint. */
const MAX_COUNTED_BYTES = 1e12;

const NONE: readonly string[] = [];
const MAX_NETWORKS = 100_000;

type Known = Pick<CountedRecord, 'siteNo' | 'receivedAtMs' | 'blocked' | 'threat'>;

/** The facet values that records are counted by. */
export class RecordKeys {
  private readonly networks = new Map<number, { name: string; value: CountedValue }>();
  /** One for all records: counters keep none. */
  private readonly record = emptyRecord();

  /** @returns valid until the next call */
  counted(
    view: RecordView,
    texts: RecordTexts,
    matches: readonly ReadMatch[],
    known: Readonly<Known>,
  ): CountedRecord {
    const { record } = this;
    const { value } = view;
    const originFailed = startsWith(view, FIELD.reason, ORIGIN_FAILURE);
    record.siteNo = known.siteNo;
    record.receivedAtMs = known.receivedAtMs;
    record.blocked = known.blocked;
    record.threat = known.threat;
    record.status = value[FIELD.status]!;
    record.requestBytes = Math.min(value[FIELD.requestBytes]!, MAX_COUNTED_BYTES);
    record.responseBytes = Math.min(value[FIELD.responseBytes]!, MAX_COUNTED_BYTES);
    record.durationUs = Math.min(value[FIELD.durationUs]!, MAX_COUNTED_BYTES);
    record.originAsked = originFailed || value[FIELD.originStatus]! > 0;
    record.originFailed = originFailed;
    record.originDurationUs = Math.min(value[FIELD.originDurationUs]!, MAX_COUNTED_BYTES);
    record.country = texts.of(FIELD.country).counted;
    record.path = texts.of(FIELD.target).counted;
    record.address = texts.of(FIELD.clientAddress).counted;
    record.method = texts.of(FIELD.method).counted;
    record.cache = texts.of(FIELD.cacheStatus).counted;
    record.network = this.networkOf(value[FIELD.asn]!, texts.of(FIELD.asnName).counted.text);
    record.userAgent = texts.of(FIELD.userAgent).counted;
    record.bot = isOfBot(view) ? keyOf(view, FIELD.reason, MAX_REASON_BYTES) : '';
    record.csp = startsWith(view, FIELD.reason, CSP_REPORT)
      ? keyOf(view, FIELD.ruleMessage, MAX_CSP_BYTES).split(CSP_BETWEEN)
      : NONE;
    record.rules = rulesOf(view, matches);
    return record;
  }

  private networkOf(number: number, name: string): CountedValue {
    if (number === 0) return NO_VALUE;
    let network = this.networks.get(number);
    if (network?.name !== name) {
      if (this.networks.size >= MAX_NETWORKS) this.networks.clear();
      network = { name, value: new CountedValue(`${number} ${name}`.trimEnd()) };
      this.networks.set(number, network);
    }
    return network.value;
  }
}

const emptyRecord = (): CountedRecord => ({
  siteNo: 0,
  receivedAtMs: 0,
  blocked: false,
  threat: 0,
  status: 0,
  requestBytes: 0,
  responseBytes: 0,
  durationUs: 0,
  originAsked: false,
  originFailed: false,
  originDurationUs: 0,
  country: NO_VALUE,
  path: NO_VALUE,
  address: NO_VALUE,
  method: NO_VALUE,
  cache: NO_VALUE,
  network: NO_VALUE,
  userAgent: NO_VALUE,
  bot: '',
  csp: NONE,
  rules: NONE,
});

const keyOf = (view: RecordView, field: number, max: number): string =>
  cleanKey(view.bytes, view.from[field]!, view.to[field]!, max);

/** Rules by which the log finds a record: those that decided and matched, but not those that only compare scores. */
function rulesOf(view: RecordView, matches: readonly ReadMatch[]): readonly string[] {
  const decidingId = view.value[FIELD.ruleId]!;
  if (decidingId === 0 && matches.length === 0) return NONE;
  const names = new Map<number, string>();
  if (decidingId !== 0 && !isEvaluation({ ruleId: decidingId, tags: [] }))
    names.set(decidingId, keyOf(view, FIELD.ruleMessage, MAX_RULE_NAME_BYTES));
  for (const match of matches)
    if (!isEvaluation(match)) names.set(match.ruleId, match.message.slice(0, MAX_RULE_NAME_BYTES));
  return [...names].map(([id, name]) => `${id} ${name}`.trimEnd());
}

function isOfBot(view: RecordView): boolean {
  for (let i = 0; i < BOT_REASONS.length; i++)
    if (startsWith(view, FIELD.reason, BOT_REASONS[i]!)) return true;
  return false;
}

function startsWith(view: RecordView, field: number, prefix: string): boolean {
  const from = view.from[field]!;
  if (view.to[field]! - from < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (view.bytes[from + i] !== prefix.charCodeAt(i)) return false;
  return true;
}

import type { AuditRecord, Interruption, MatchedTarget, RuleMatch } from '@palisade/waf-engine';
import { LIST_RECORD } from '../../features/access/access-phase.ts';
import { REFUSED_CERTIFICATE } from '../../features/client-certificates/client-certificates.feature.ts';
import { CSP_REPORT } from '../../features/csp-reports/csp-reports.feature.ts';
import { CUSTOM_RECORD } from '../../features/custom-rules/custom-rules-phase.ts';
import { SHADOWED } from '../../features/inspection/shadow-verdict.ts';
import { LIMIT_RECORD } from '../../features/rate-limits/limit-rules-phase.ts';
import type { ClientPseudonyms } from '../../features/recording/privacy/client-pseudonyms.ts';
import { keptAddress } from '../../features/recording/privacy/kept-address.ts';
import { NO_SITES_PRIVACY } from '../../features/recording/privacy/log-privacy.ts';
import { RECORDING } from '../../features/recording/recorder.ts';
import { MALWARE } from '../../features/upload-scan/upload-scan-phase.ts';
import { VISITOR_REPORT } from '../../features/visitor-reports/visitor-reports.feature.ts';
import type { ClientAddress } from '../../io/addresses/client-address.ts';
import { ja4Of, tlsVersionOf } from '../../request/client-tls.ts';
import { LIST_TARGETS, type ListMatch } from '../../request/listed-clients.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { type Rollout, rolloutOf, visitorOf } from '../../request/rollout.ts';
import type { LogPrivacy } from '../../request/site.ts';
import { maskedAddress, withoutValues } from './masked-address.ts';
import { maskedAfter, maskedBefore } from './masked-target.ts';
import type { ProtoWriter } from './proto-writer.ts';
import { writeRecording } from './recording-record.ts';

/** Bounds of one record, so that a batch always fits the bus: about 160 KiB at the very worst. */
const MAX_MATCHES = 32;
const MAX_TARGETS = 4;
const MAX_EXCLUSIONS = 64;
const TARGET_BYTES = 16 * 1024;
const HEADER_BYTES = 2 * 1024;
const VALUE_BYTES = 512;
const DATA_BYTES = 1024;

/** What records say of the node, and of clients in its words. */
export interface RecordingNode {
  readonly serverName: string;
  readonly pseudonyms: ClientPseudonyms;
}

/** Field numbers of palisade.events.v1.RequestLog; the spec beside this file compares with the generated code. */
export function writeRequestLog(writer: ProtoWriter, context: RequestContext, node: RecordingNode): void {
  const { site, head, country, connection } = context;
  const privacy = site?.logPrivacy ?? NO_SITES_PRIVACY;
  const client = keptAddress(context.client, privacy, node.pseudonyms);
  writer.text(1, context.requestId);
  if (site !== null) {
    writer.text(2, site.siteId);
    writer.text(3, site.ownerId);
  }
  writer.number(4, context.receivedAtMs);
  writer.text(5, client);
  // With the time, the port distinguishes clients that share an address.
  if (privacy.addresses === 'full') writer.number(6, connection.remotePort);
  if (country !== null) {
    writer.text(7, country.code);
    writer.text(8, country.city);
    writer.number(9, country.asn);
    writer.text(10, country.asnName);
  }
  writer.text(11, context.protocol);
  writer.text(12, context.scheme);
  writer.byteString(13, head.host, HEADER_BYTES);
  writer.byteString(14, context.method, 64);
  writer.byteString(15, shownAddress(context.rawTarget.slice(0, TARGET_BYTES), privacy), TARGET_BYTES);
  if (!privacy.omitsUserAgent) writer.byteString(16, head.userAgent, HEADER_BYTES);
  if (!privacy.omitsReferer)
    writer.byteString(17, shownAddress(head.referer.slice(0, HEADER_BYTES), privacy), HEADER_BYTES);
  writer.number(18, context.status);
  writer.number(19, context.originStatus);
  writer.number(20, context.requestBytes);
  writer.number(21, context.responseBytes);
  writer.number(22, microseconds(performance.now() - context.startedAt));
  writer.number(23, microseconds(context.originDurationMs));
  writer.text(24, context.cacheStatus);
  writer.number(25, context.action);
  writer.text(26, context.reason);
  const byOwner = context.reason.startsWith('custom:') || context.reason.startsWith('limit:');
  // If a field is written twice, the later one counts.
  let ownMatches = 0;
  for (const slot of [CUSTOM_RECORD, LIMIT_RECORD]) {
    const record = slot.read(context);
    if (record === undefined) continue;
    writeOwnRecord(writer, record, privacy);
    ownMatches += record.matches.length;
  }
  const list = LIST_RECORD.read(context);
  if (list !== undefined) writer.text(28, listText(list, privacy));
  const certificate = REFUSED_CERTIFICATE.read(context);
  if (certificate !== undefined) writer.text(28, `Client certificate ${certificate}`);
  if (context.transaction !== null)
    writeAudit(writer, context.transaction.audit(), context.interruption, {
      decidedBefore: byOwner,
      ownMatches,
      privacy,
    });
  const malware = MALWARE.read(context);
  if (malware !== undefined) writer.text(28, `The virus scanner found ${malware}`);
  const cspReport = CSP_REPORT.read(context);
  if (cspReport !== undefined) writer.text(28, cspReport);
  if (site !== null) {
    writer.number(35, Number(site.version));
    writer.number(36, site.retentionDays);
  }
  writer.text(37, node.serverName);
  if (site !== null && site.rollout !== null) {
    writer.text(50, site.rollout.id);
    writer.number(51, site.rollout.sharePercent);
    writer.number(52, Number(site.candidate === null));
    writer.number(53, keptVisitor(site.rollout, context.client, privacy, client));
  }
  const shadowed = SHADOWED.read(context);
  if (site !== null && shadowed !== undefined) {
    writer.text(50, shadowed.rolloutId);
    const rollout = rolloutOf(site.siteId, shadowed.rolloutId, 0);
    writer.number(53, keptVisitor(rollout, context.client, privacy, client));
    writer.number(54, shadowed.verdict);
    writer.number(55, shadowed.ruleId);
  }
  const recording = RECORDING.read(context);
  if (recording !== undefined) {
    writeRecording(writer, context, recording, privacy);
    writer.number(41, recording.quota);
  }
  writer.text(42, tlsVersionOf(context));
  writer.text(43, context.originName);
  writer.text(44, context.originReason);
  if (!privacy.omitsFingerprints) writer.text(39, ja4Of(context));
  const report = VISITOR_REPORT.read(context);
  if (report === undefined) return;
  const start = writer.beginMessage(38);
  writer.text(1, report.requestId);
  writer.text(2, report.text);
  writer.text(3, report.email);
  writer.endMessage(start);
}

/** An hour at most fits a uint32 of microseconds; what lasts longer (a WebSocket) is written as the greatest value. */
function microseconds(milliseconds: number): number {
  return Math.min(0xffff_ffff, Math.max(0, Math.round(milliseconds * 1_000)));
}

const shownAddress = (address: string, privacy: LogPrivacy): string =>
  privacy.masksQueryValues ? withoutValues(address) : maskedAddress(address, privacy.secretNames);

/**
 * 32 bits are few enough to try all addresses: a visitor's number may identify no more than the stored address does.
 */
const keptVisitor = (
  rollout: Rollout,
  client: ClientAddress,
  { addresses }: LogPrivacy,
  kept: string,
): number => visitorOf(rollout, addresses === 'full' ? client : { key: kept, family: 4, bits: 0n });

/**
 * Records of the owner's own settings that applied: custom rules, limits. The first one's decision is recorded, unless
 * something else decided.
 */
interface OwnRecord {
  readonly name: string;
  readonly matches: readonly RuleMatch[];
}

function writeOwnRecord(writer: ProtoWriter, { name, matches }: OwnRecord, privacy: LogPrivacy): void {
  writer.text(28, name);
  for (const match of matches.slice(0, MAX_MATCHES / 2)) writeMatch(writer, match, privacy);
}

/** @param before.decidedBefore the reason of record is none of the rule engine's */
function writeAudit(
  writer: ProtoWriter,
  audit: AuditRecord,
  interruption: Interruption | null,
  { decidedBefore, ownMatches, privacy }: { decidedBefore: boolean; ownMatches: number; privacy: LogPrivacy },
): void {
  const decided = (audit.interruption ?? audit.wouldInterrupt ?? interruption)?.ruleId ?? 0;
  const logged = audit.matches.filter((match) => match.logged);
  if (!decidedBefore) {
    writer.number(27, decided);
    writer.text(28, (logged.find((match) => match.ruleId === decided) ?? logged[0])?.message ?? '');
  }
  const room = Math.max(0, MAX_MATCHES - ownMatches);
  for (const match of logged.slice(0, room)) writeMatch(writer, match, privacy);
  for (const exclusion of audit.exclusions.slice(0, MAX_EXCLUSIONS)) {
    const start = writer.beginMessage(30);
    writer.text(1, exclusion.name);
    writer.number(2, exclusion.ruleId);
    writer.text(3, exclusion.target ?? '');
    writer.endMessage(start);
  }
  writer.number(31, audit.inboundScore);
  writer.number(32, audit.outboundScore);
  writer.number(33, audit.requestBytesInspected);
  writer.number(34, audit.responseBytesInspected);
}

/** The list that decided, and which of its entries, which may be what the site keeps nothing of. */
function listText({ name, entry, holds = 'addresses' }: ListMatch, { hides }: LogPrivacy): string {
  const isHidden = hides?.({ name: `${LIST_TARGETS[holds]}:${name}`, value: entry }) === true;
  return `List ${name}${isHidden ? '' : `: ${entry}`}`;
}

function writeMatch(writer: ProtoWriter, match: RuleMatch, { hides }: LogPrivacy): void {
  const start = writer.beginMessage(29);
  writer.number(1, match.ruleId);
  writer.number(2, match.phase);
  writer.text(3, match.message);
  // A rule's author may put any value there; an owner's limit contains only what it counts.
  if (hides === null || match.ruleId === 0) writer.byteString(4, match.data, DATA_BYTES);
  writer.text(5, match.severity ?? '');
  for (const tag of match.tags.slice(0, 32)) writer.text(6, tag);
  writer.number(7, match.score);
  for (const target of match.targets.slice(0, MAX_TARGETS))
    writeTarget(writer, target, hides?.(target) === true);
  writer.endMessage(start);
}

function writeTarget(writer: ProtoWriter, target: MatchedTarget, isHidden: boolean): void {
  const start = writer.beginMessage(8);
  // Names hold bytes of the request (ARGS:…); a proto3 string must be UTF-8, so each byte becomes a character.
  writer.text(1, target.name.slice(0, VALUE_BYTES));
  if (isHidden) writer.number(9, 1);
  else {
    // Text beside the match may be a password or a card number: it does not leave the process.
    writer.byteString(2, maskedBefore(target), VALUE_BYTES);
    writer.number(3, target.valueOffset);
    writer.byteString(4, maskedAfter(target), VALUE_BYTES);
    writer.number(5, target.matchOffset);
    writer.number(6, target.matchLength);
  }
  for (const name of target.transformations.slice(0, 32)) writer.text(7, name);
  writer.text(8, target.operator.slice(0, VALUE_BYTES));
  writer.endMessage(start);
}

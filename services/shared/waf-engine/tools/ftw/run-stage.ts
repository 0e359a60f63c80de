import type { AuditRecord, SiteRuleSet } from '../../src/index.ts';
import { answer } from './reflecting-upstream.ts';
import type { EngineName, Expectation, Stage } from './stage.ts';
import { parseWireRequest } from './wire-request.ts';

export interface StageOutcome {
  passed: boolean;
  problems: string[];
  loggedIds: number[];
}

export interface Exchange {
  status: number;
  audit: AuditRecord | null;
}

let serial = 0;

/** Sends a stage's bytes through the engine, without sockets. */
export function exchange(site: SiteRuleSet, wire: Buffer): Exchange {
  const parsed = parseWireRequest(wire);
  if (!parsed.ok) return { status: parsed.status, audit: null };
  const { request } = parsed;
  const transaction = site.beginTransaction({
    id: String(++serial),
    clientAddress: '127.0.0.1',
    clientPort: 40_000,
    serverAddress: '127.0.0.1',
    serverPort: 80,
  });
  transaction.requestLine(request.method, request.target, request.protocol);
  transaction.requestHeaders(request.headers);
  if (transaction.wantsRequestBody() && request.body.length > 0) transaction.requestBodyChunk(request.body);
  transaction.requestBody();
  const response = answer(request.target, request.body);
  transaction.responseHeaders(response.status, 'HTTP/1.1', response.headers);
  if (transaction.wantsResponseBody() && response.body.length > 0)
    transaction.responseBodyChunk(response.body);
  transaction.responseBody();
  transaction.logging();
  return { status: response.status, audit: transaction.audit() };
}

export function runStage(site: SiteRuleSet, stage: Stage, engine: EngineName | null): StageOutcome {
  const { status, audit } = exchange(site, Buffer.from(stage.wire_b64, 'base64'));
  return judge(expectationOf(stage, engine), status, audit);
}

/** What is wrong with an exchange; nothing: it passed. */
export function judge(
  expected: Partial<Expectation>,
  status: number,
  audit: AuditRecord | null,
): StageOutcome {
  const loggedIds = [
    ...new Set(audit?.matches.filter((match) => match.logged).map((match) => match.ruleId) ?? []),
  ];
  const problems: string[] = [];
  if (!(expected.expect_error && audit === null)) {
    for (const id of expected.expect_ids ?? []) if (!loggedIds.includes(id)) problems.push(`expected ${id}`);
  }
  for (const id of expected.no_expect_ids ?? [])
    if (loggedIds.includes(id)) problems.push(`unexpected ${id}`);
  const log = audit === null ? '' : logLines(audit);
  if (expected.log_match_regex !== undefined && !new RegExp(expected.log_match_regex).test(log)) {
    problems.push(`log lacks /${expected.log_match_regex}/`);
  }
  if (expected.log_no_match_regex !== undefined && new RegExp(expected.log_no_match_regex).test(log)) {
    problems.push(`log has /${expected.log_no_match_regex}/`);
  }
  const statuses = expected.status_any ?? (expected.status === undefined ? null : [expected.status]);
  // Some stages of 3.3 were written for a blocking engine: what DetectionOnly would have answered counts there.
  const blocked = expected.status_any === undefined ? undefined : audit?.wouldInterrupt?.status;
  if (statuses !== null && !statuses.includes(status) && !statuses.includes(blocked ?? status))
    problems.push(`status ${status}, expected ${statuses.join(' or ')}`);
  return { passed: problems.length === 0, problems, loggedIds };
}

/** What a stage expects, as written or as CRS itself changes it for an engine. */
export function expectationOf(stage: Stage, engine: EngineName | null): Partial<Expectation> {
  const override = engine === null ? null : (stage.overrides?.[engine]?.output ?? null);
  if (override === null) return stage;
  const { log, ...rest } = override as Partial<Expectation> & { log?: Partial<Expectation> };
  return { ...rest, ...log };
}

const printable = (text: string): string =>
  text.replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** ModSecurity's way of writing matches down, for the stages that look at the text of the log. */
export function logLines(audit: AuditRecord): string {
  return audit.matches
    .filter((match) => match.logged)
    .map(
      (match) =>
        `Warning. Matched against ${match.targets[0]?.name ?? ''} [id "${match.ruleId}"] [msg "${match.message}"] ` +
        `[data "${printable(match.data)}"] [severity "${match.severity ?? ''}"] ${match.tags.map((tag) => `[tag "${tag}"]`).join(' ')}`,
    )
    .join('\n');
}

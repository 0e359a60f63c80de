import { LinkEvaluator } from '../../src/evaluate/rules/evaluate-link.ts';
import { resolveTarget } from '../../src/evaluate/rules/resolve-targets.ts';
import { type CompilePorts, compileRuleSet, type Interruption, RuleError } from '../../src/index.ts';
import { utf8 } from '../support/vectors.ts';
import type { ModSecurityCase } from './modsecurity-case.ts';

export interface CaseOutcome {
  compiled: boolean;
  error: string;
  status: number;
  location: string | null;
  /** `Target value: "…" (Variable: …)` for everything that a rule looked at, and whether it matched. */
  trace: string;
}

const DEFAULT_ADDRESS = { ip: '127.0.0.1', port: 80 };

export function runCase(test: ModSecurityCase, ports: CompilePorts): CaseOutcome {
  const outcome: CaseOutcome = { compiled: true, error: '', status: 200, location: null, trace: '' };
  try {
    const sources = [{ name: 'case.conf', text: test.rules.join('\n') }];
    const ruleSet = compileRuleSet(sources, { ports, evaluation: 'naive' });
    outcome.trace = traced(() => {
      const interruption = exchange(test, ruleSet.withOverlay({}));
      if (interruption !== null) {
        outcome.status = interruption.status;
        outcome.location = interruption.location ?? null;
      }
    });
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    outcome.compiled = false;
    outcome.error = error.message;
  }
  // A chain at the end of a file that never ends is an error here; what such a case is about is judged without it.
  if (outcome.error.includes('a chain ends without its last rule')) {
    const rules = test.rules.with(-1, test.rules.at(-1)!.replace(/\bchain,/, ''));
    if (rules.at(-1) !== test.rules.at(-1)) return runCase({ ...test, rules }, ports);
  }
  return outcome;
}

function exchange(
  test: ModSecurityCase,
  site: ReturnType<ReturnType<typeof compileRuleSet>['withOverlay']>,
): Interruption | null {
  const client = test.client ?? DEFAULT_ADDRESS;
  const server = test.server ?? DEFAULT_ADDRESS;
  const { request = {}, response = {} } = test;
  const transaction = site.beginTransaction({
    id: 'case',
    clientAddress: client.ip,
    clientPort: client.port,
    serverAddress: server.ip,
    serverPort: server.port,
  });
  const bytes = (text: string | string[] = '') =>
    Buffer.from(
      [text]
        .flat()
        .map((line) => `${line}\n`)
        .join(''),
      'utf8',
    );
  const body = bytes(request.body);
  const responseBody = bytes(response.body);
  transaction.requestLine(
    request.method ?? 'GET',
    utf8(request.uri ?? '/'),
    `HTTP/${request.http_version ?? '1.1'}`,
  );
  const steps: (() => Interruption | null)[] = [
    () => transaction.requestHeaders(Object.entries(request.headers ?? {}).flat()),
    () => (transaction.wantsRequestBody() && body.length > 0 ? transaction.requestBodyChunk(body) : null),
    () => transaction.requestBody(),
    () => transaction.responseHeaders(200, 'HTTP/1.1', Object.entries(response.headers ?? {}).flat()),
    () =>
      transaction.wantsResponseBody() && responseBody.length > 0
        ? transaction.responseBodyChunk(responseBody)
        : null,
    () => transaction.responseBody(),
  ];
  let interruption: Interruption | null = null;
  for (const step of steps) interruption ??= step();
  transaction.logging();
  return interruption;
}

/** Listens to the evaluator while `action` runs. */
function traced(action: () => void): string {
  const lines: string[] = [];
  const original = LinkEvaluator.prototype.evaluate;
  LinkEvaluator.prototype.evaluate = function (rule, link, recorded) {
    const { state } = this;
    for (const target of link.targets) {
      for (const entry of resolveTarget(state, target)) {
        const value = state.transformed.apply(link.transformations, entry.value);
        lines.push(` Target value: "${value}" (Variable: ${entry.name})`);
      }
    }
    const matched = original.call(this, rule, link, recorded);
    lines.push(`Rule returned ${matched ? 1 : 0}.`);
    return matched;
  };
  try {
    action();
  } finally {
    LinkEvaluator.prototype.evaluate = original;
  }
  return lines.join('\n');
}

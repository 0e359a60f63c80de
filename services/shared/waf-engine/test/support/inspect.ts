import {
  type AuditRecord,
  type CompileOptions,
  compileRuleSet,
  type RuleSetOverlay,
  type TransactionPorts,
} from '../../src/index.ts';

export interface InspectedRequest {
  method?: string;
  target?: string;
  /** [name, value, …] */
  headers?: string[];
  body?: string | Uint8Array;
  response?: { status?: number; headers?: string[]; body?: string };
}

export interface Inspection {
  overlay?: RuleSetOverlay;
  options?: CompileOptions;
  ports?: TransactionPorts;
}

const bytes = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? Buffer.from(body, 'latin1') : body;

/** One request through all phases of a rule set made from `rules`. */
export function inspect(
  rules: string,
  request: InspectedRequest = {},
  inspection: Inspection = {},
): AuditRecord {
  const ruleSet = compileRuleSet(
    [{ name: 'test.conf', text: `SecRuleEngine On\n${rules}` }],
    inspection.options,
  );
  const transaction = ruleSet.withOverlay(inspection.overlay ?? {}).beginTransaction(
    {
      id: 'id-1',
      clientAddress: '192.0.2.7',
      clientPort: 4711,
      serverAddress: '192.0.2.1',
      serverPort: 443,
    },
    inspection.ports,
  );
  transaction.requestLine(request.method ?? 'GET', request.target ?? '/', 'HTTP/1.1');
  transaction.requestHeaders(request.headers ?? []);
  if (request.body !== undefined && transaction.wantsRequestBody())
    transaction.requestBodyChunk(bytes(request.body));
  transaction.requestBody();
  if (request.response !== undefined) {
    transaction.responseHeaders(request.response.status ?? 200, 'HTTP/1.1', request.response.headers ?? []);
    if (transaction.wantsResponseBody()) transaction.responseBodyChunk(bytes(request.response.body ?? ''));
    transaction.responseBody();
  }
  transaction.logging();
  return transaction.audit();
}

export const matchedIds = (audit: AuditRecord): number[] => audit.matches.map((match) => match.ruleId);

export const FORM = ['Content-Type', 'application/x-www-form-urlencoded'];
export const JSON_TYPE = ['Content-Type', 'application/json'];

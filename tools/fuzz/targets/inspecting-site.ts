import { compileRuleSet } from '../../../services/shared/waf-engine/src/index.ts';
import type { AuditRecord, SiteRuleSet } from '../../../services/shared/waf-engine/src/model/api.ts';

const CONNECTION = {
  id: 'fuzz',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};

/** A few rules that look at everything, so that what is counted is the reading and not the rules. */
const RULES = `
SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 1048576
SecRequestBodyNoFilesLimit 262144
SecRequestBodyLimitAction ProcessPartial
SecRequestBodyJsonDepthLimit 128
SecArgumentsLimit 1000000
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,t:none,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,t:none,ctl:requestBodyProcessor=XML"
SecRule ARGS|ARGS_NAMES|REQUEST_COOKIES|REQUEST_COOKIES_NAMES|FILES|FILES_NAMES|XML:/*|XML://@* "@contains never-there" "id:3,phase:2,deny,t:none"
`;

let site: SiteRuleSet | null = null;

export interface AskedRequest {
  target?: string;
  headers?: readonly string[];
  contentType?: string;
  body?: Buffer;
}

/** Sends a request through the engine alone. */
export function send(rules: SiteRuleSet, request: AskedRequest): AuditRecord {
  const { body } = request;
  const transaction = rules.beginTransaction(CONNECTION);
  transaction.requestLine(body === undefined ? 'GET' : 'POST', request.target ?? '/', 'HTTP/1.1');
  const headers = [
    'Host',
    'shop.example',
    'User-Agent',
    'Mozilla/5.0',
    'Accept',
    '*/*',
    ...(request.headers ?? []),
  ];
  if (body !== undefined)
    headers.push('Content-Type', request.contentType ?? '', 'Content-Length', String(body.length));
  let answer = transaction.requestHeaders(headers);
  if (answer === null && body !== undefined) answer = transaction.requestBodyChunk(body);
  if (answer === null) transaction.requestBody();
  transaction.logging();
  return transaction.audit();
}

/** Reads a request as the edge does, with next to no rules. */
export function inspect(request: AskedRequest): AuditRecord {
  site ??= compileRuleSet([{ name: 'fuzz.conf', text: RULES }]).withOverlay({});
  return send(site, request);
}

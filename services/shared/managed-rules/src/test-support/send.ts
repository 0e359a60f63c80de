import { type AuditRecord, compileRuleSet, type SiteRuleSet } from '@palisade/waf-engine';
import { loadManagedRules, sensitivityVariables } from '../index.ts';

const CONNECTION = {
  id: 'test',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};

export const managedRuleSet = compileRuleSet(loadManagedRules());
export const sites = {
  low: managedRuleSet.withOverlay({ tx: sensitivityVariables('low') }),
  medium: managedRuleSet.withOverlay({ tx: sensitivityVariables('medium') }),
  high: managedRuleSet.withOverlay({ tx: sensitivityVariables('high') }),
};

export interface TestRequest {
  method?: string;
  target?: string;
  host?: string;
  headers?: readonly string[];
  /** With its Content-Type among the headers. */
  body?: string;
}

export function sendRequest(site: SiteRuleSet, request: TestRequest): AuditRecord {
  const transaction = site.beginTransaction(CONNECTION);
  const body = new TextEncoder().encode(request.body ?? '');
  transaction.requestLine(
    request.method ?? (body.length > 0 ? 'POST' : 'GET'),
    request.target ?? '/',
    'HTTP/1.1',
  );
  transaction.requestHeaders([
    'Host',
    request.host ?? 'a.example',
    ...(request.headers ?? []),
    'Content-Length',
    String(body.length),
  ]);
  if (body.length > 0) transaction.requestBodyChunk(body);
  transaction.requestBody();
  transaction.logging();
  return transaction.audit();
}

/** One value of a form. */
export function send(site: SiteRuleSet, value: string): AuditRecord {
  return sendRequest(site, {
    target: '/comments',
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: `comment=${encodeURIComponent(value)}`,
  });
}

export function sendJson(site: SiteRuleSet, body: string): AuditRecord {
  return sendRequest(site, {
    target: '/api?page=1',
    headers: ['Content-Type', 'application/json'],
    body,
  });
}

export function sendXml(site: SiteRuleSet, body: string): AuditRecord {
  return sendRequest(site, { target: '/soap', headers: ['Content-Type', 'text/xml'], body });
}

export function sendFile(site: SiteRuleSet, name: string, content: string): AuditRecord {
  const part = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png`;
  return sendRequest(site, {
    target: '/upload',
    headers: ['Content-Type', 'multipart/form-data; boundary=edge'],
    body: `--edge\r\n${part}\r\n\r\n${content}\r\n--edge--\r\n`,
  });
}

/** Of the rules that scored. */
export const matchedIds = (audit: AuditRecord): number[] =>
  audit.matches.filter((match) => match.score > 0).map((match) => match.ruleId);

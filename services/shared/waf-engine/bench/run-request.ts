import type { AuditRecord, SiteRuleSet } from '../src/index.ts';
import type { BenchRequest } from './request-kinds.ts';

const CONNECTION = {
  id: 'bench',
  clientAddress: '198.51.100.7',
  clientPort: 50_000,
  serverAddress: '192.0.2.1',
  serverPort: 443,
};

/** A whole request through all request phases and phase 5, with the verdict. */
export function runRequest(site: SiteRuleSet, request: BenchRequest): AuditRecord {
  const transaction = site.beginTransaction(CONNECTION);
  transaction.requestLine(request.method, request.target, 'HTTP/1.1');
  const stopped = transaction.requestHeaders(request.headers);
  if (stopped === null) {
    if (request.body !== null && transaction.wantsRequestBody()) transaction.requestBodyChunk(request.body);
    transaction.requestBody();
  }
  transaction.logging();
  return transaction.audit();
}

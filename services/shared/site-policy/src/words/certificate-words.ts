import { certificateFacts } from '../model/certificate-facts.ts';
import { readRevocationList } from '../model/revocation-list.ts';

const day = (date: Date): string => date.toISOString().slice(0, 10);

/** "Device CA, until 2031-04-01" */
export function certificateText(pem: string): string {
  const facts = certificateFacts(pem);
  if (facts === null) return 'a certificate that cannot be read';
  return `${facts.name || 'a certificate without a name'}, until ${day(facts.notAfter)}`;
}

/** "Device CA: 12 revoked, next list due on 2026-12-01" */
export function revocationListText(pem: string, now = new Date()): string {
  const list = readRevocationList(pem);
  if (list === null) return 'a revocation list that cannot be read';
  const { nextUpdate } = list;
  // It holds on, without what was revoked since.
  const due = nextUpdate !== null && nextUpdate <= now ? 'out of date: the next list was' : 'next list';
  const next = nextUpdate === null ? '' : `, ${due} due on ${day(nextUpdate)}`;
  return `${list.issuerName || 'without a name'}: ${list.serials.size} revoked${next}`;
}

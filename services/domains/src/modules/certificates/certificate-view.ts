import { type Certificate, type CertificateStatus, covers } from './certificate.entity.ts';
import type { CertificateView } from './certificate.schema.ts';

/** Certificates for the API: no keys, and statuses as of now. */
export function viewCertificates(
  rows: readonly Certificate[],
  hosts: readonly string[],
  now = new Date(),
): CertificateView[] {
  const used = inUse(rows, now);
  return rows.map((row) => ({
    source: row.source,
    in_use: row === used,
    status: statusOf(row, now),
    names: row.names,
    uncovered_hosts: row.chainPem === null ? [...hosts] : hosts.filter((host) => !covers(row.names, host)),
    issuer: row.issuer,
    serial: row.serial,
    fingerprint_sha256: row.fingerprint,
    not_before: row.notBefore?.toISOString() ?? null,
    not_after: row.notAfter?.toISOString() ?? null,
    renew_at: row.renewAt?.toISOString() ?? null,
    last_error: row.lastErrorCode === null ? null : { code: row.lastErrorCode, message: row.lastError ?? '' },
    next_attempt_at: isUnderWay(row) ? (row.nextAttemptAt?.toISOString() ?? null) : null,
  }));
}

/** The same choice as `certificateInUse` makes for the edge. */
function inUse(rows: readonly Certificate[], now: Date): Certificate | undefined {
  const held = rows.filter((row) => row.notAfter !== null);
  const rank = (row: Certificate) => (row.notAfter! > now ? 2 : 0) + (row.source === 'uploaded' ? 1 : 0);
  return held.sort((a, b) => rank(b) - rank(a))[0];
}

function statusOf(row: Certificate, now: Date): CertificateStatus {
  return row.notAfter !== null && row.notAfter <= now && row.status !== 'revoked' ? 'expired' : row.status;
}

/** Routine checks of a valid certificate are not shown. */
const isUnderWay = (row: Certificate): boolean => row.source === 'automatic' && row.status !== 'active';

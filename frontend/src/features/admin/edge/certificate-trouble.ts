import type { EdgeNodes } from '../../../shared/api/types.ts';
import { plural } from '../system/system-view.ts';

export interface CertificateTrouble {
  tone: 'danger' | 'warn';
  /** How many sites have it. */
  count: number;
  title: string;
  /** The sites' names, as far as they were sent. */
  detail: string;
}

/** Certificates that have expired or cannot be had; null where all is well. */
export function certificateTrouble({
  expired,
  failing,
  domains,
}: EdgeNodes['certificates']): CertificateTrouble | null {
  const count = expired + failing;
  if (count === 0) return null;
  const names = domains.join(', ');
  const others = count - domains.length;
  return {
    tone: expired > 0 ? 'danger' : 'warn',
    count,
    title: [
      expired > 0 ? `${plural(expired, 'certificate')} expired` : '',
      failing > 0 ? `${plural(failing, 'certificate')} cannot be issued or renewed` : '',
    ]
      .filter(Boolean)
      .join(', '),
    detail: others > 0 ? `${names} and ${others} more` : names,
  };
}

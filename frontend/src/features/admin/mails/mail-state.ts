import type { SingleMail } from '../../../shared/api/types.ts';
import type { BadgeTone } from '../../../shared/ui/badge.tsx';

export const MAIL_TONES: Record<SingleMail['status'], BadgeTone> = {
  queued: 'info',
  sent: 'ok',
  failed: 'danger',
  withheld: 'neutral',
};

/** A mail by its template: "reset_password" → "Reset password". */
export function mailName(template: string): string {
  const words = template.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import type { SingleMail } from '../../../shared/api/types.ts';
import type { BadgeTone } from '../../../shared/ui/badge.tsx';

export const MAIL_TONES: Record<SingleMail['status'], BadgeTone> = {
  queued: 'info',
  sent: 'ok',
  failed: 'danger',
  withheld: 'neutral',
};

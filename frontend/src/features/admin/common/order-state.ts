import type { AdminOrder } from '../../../shared/api/types.ts';
import type { BadgeTone } from '../../../shared/ui/badge.tsx';

const tones: Record<AdminOrder['status'], BadgeTone> = {
  completed: 'ok',
  pending: 'warn',
  failed: 'danger',
  cancelled: 'neutral',
};

/** The state of an order, in one word. */
export function orderState({ status, refunded_at }: AdminOrder): { tone: BadgeTone; label: string } {
  if (refunded_at !== null) return { tone: 'info', label: 'Refunded' };
  return { tone: tones[status], label: `${status.charAt(0).toUpperCase()}${status.slice(1)}` };
}

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

const tones = {
  info: { box: 'border-info-line bg-info-soft', ink: 'text-info-text', Icon: Info },
  warn: { box: 'border-warn-line bg-warn-soft', ink: 'text-warn-text', Icon: TriangleAlert },
  danger: { box: 'border-danger-line bg-danger-soft', ink: 'text-danger-text', Icon: CircleAlert },
  ok: { box: 'border-ok-line bg-ok-soft', ink: 'text-ok-text', Icon: CircleCheck },
} as const;

export type NoticeTone = keyof typeof tones;

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  role?: 'alert' | 'status' | 'note';
  className?: string;
}

export function Notice({ tone = 'info', title, children, role = 'note', className }: NoticeProps) {
  const { box, ink, Icon } = tones[tone];
  return (
    <div role={role} className={cn('flex gap-3 rounded-md border px-4 py-3 text-sm', box, className)}>
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        {title && <p className={cn('font-[600]', ink)}>{title}</p>}
        {children && <div className="text-ink-muted">{children}</div>}
      </div>
    </div>
  );
}

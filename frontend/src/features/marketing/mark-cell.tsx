import { Check, Clock3, Minus, Star, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../shared/lib/cn.ts';
import type { Mark } from './content/features.ts';

const marks: Record<Mark, { icon: ReactNode; className: string; text: string }> = {
  included: { icon: <Check />, className: 'text-ok-text', text: 'Included' },
  'coming soon': { icon: <Clock3 />, className: 'text-info-text', text: 'Coming soon' },
  limited: { icon: <Minus />, className: 'text-warn-text', text: 'Limited' },
  'best in class': { icon: <Star />, className: 'text-ok-text font-[600]', text: 'Best in class' },
  'not available': { icon: <X />, className: 'text-danger-text', text: 'Not available' },
  easy: { icon: <Check />, className: 'text-ok-text', text: 'Easy' },
  hard: { icon: <X />, className: 'text-danger-text', text: 'Hard' },
  none: { icon: <Check />, className: 'text-ok-text', text: 'None' },
  high: { icon: <X />, className: 'text-danger-text', text: 'High' },
};

export function MarkCell({ mark }: { mark: Mark }) {
  const { icon, className, text } = marks[mark];
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap [&_svg]:size-4', className)}>
      {icon}
      {text}
    </span>
  );
}

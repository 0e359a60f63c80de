import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../hooks/use-theme.ts';
import { cn } from '../lib/cn.ts';
import { buttonStyle } from './button.tsx';

export function ThemeToggle({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      onClick={() => setTheme(next)}
      aria-label={`Switch to ${next} theme`}
      className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), className)}
    >
      <Icon aria-hidden="true" className="size-[1.125rem]" />
    </button>
  );
}

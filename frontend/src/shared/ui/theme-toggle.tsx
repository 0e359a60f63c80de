import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../hooks/use-theme.ts';
import { cn } from '../lib/cn.ts';
import { buttonStyle } from './button.tsx';

export function ThemeToggle({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      onClick={() => setTheme(next)}
      aria-label={`Switch to ${next} theme`}
      className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), className)}
    >
      {/* By CSS, so that a page that does not run yet shows the right one, too. */}
      <Sun aria-hidden="true" className="hidden size-[1.125rem] in-dark:block" />
      <Moon aria-hidden="true" className="size-[1.125rem] in-dark:hidden" />
    </button>
  );
}

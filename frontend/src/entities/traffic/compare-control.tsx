import { lazy, Suspense, useState } from 'react';
import { useTimeZone } from '../../shared/hooks/use-time-zone.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { ComparedPeriods } from './compared-periods.ts';
import { timeRangeText } from './period.ts';

const COMPARE = 'Compare with another period';

const loadMenu = () => import('./compare-menu.tsx');
/** Menus are heavy: who turns to the button loads it. */
const CompareMenu = lazy(loadMenu);
/** What cannot be loaded now is asked for again by the press, which says so. */
const preload = () => void loadMenu().catch(() => undefined);

/** Chooses the period that figures are compared with: as long as the one that is shown, and anywhere. It stays in the address. */
export function CompareControl({ period, against }: ComparedPeriods) {
  const { zone } = useTimeZone();
  const [wasPressed, setPressed] = useState(false);
  const shown = against ? `vs. ${timeRangeText(against, period.step, zone)}` : '';
  const label = shown === '' ? COMPARE : `${shown}: ${COMPARE}`;
  const text = shown || 'Compare';
  const closed = (
    <Button
      size="sm"
      variant="secondary"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setPressed(true)}
    >
      {text}
    </Button>
  );
  if (!wasPressed) return closed;
  return (
    <Suspense fallback={closed}>
      <CompareMenu {...{ period, against, label, text }} />
    </Suspense>
  );
}

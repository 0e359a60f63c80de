import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { chooseTimeZone, onTimeZoneChange, timeZoneChoice } from '../lib/time-zone.ts';

/** Whether times show in the browser's zone or in UTC: one choice for all screens, whose times follow it without holding up the page. */
export function useTimeZone() {
  const [zone, setShown] = useState(timeZoneChoice);
  useEffect(() => {
    const follow = () => startTransition(() => setShown(timeZoneChoice));
    follow();
    return onTimeZoneChange(follow);
  }, []);
  return { zone, setZone: chooseTimeZone };
}

/** The same for what it is chosen by, which shows a press at once. */
export function useTimeZoneChoice() {
  return { zone: useSyncExternalStore(onTimeZoneChange, timeZoneChoice), setZone: chooseTimeZone };
}

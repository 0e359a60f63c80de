import { useSyncExternalStore } from 'react';
import { chooseTimeZone, onTimeZoneChange, timeZoneChoice } from '../lib/time-zone.ts';

/** Whether times show in the browser's zone or in UTC; one choice for all screens. */
export function useTimeZone() {
  return { zone: useSyncExternalStore(onTimeZoneChange, timeZoneChoice), setZone: chooseTimeZone };
}

import { dateForms } from './format.ts';
import { type TimeZoneChoice, timeZoneChoice } from './time-zone.ts';

const minutes = dateForms({ dateStyle: 'medium', timeStyle: 'short' });

/** Where seconds say nothing. */
export function formatMinute(value: string | Date, zone: TimeZoneChoice = timeZoneChoice()): string {
  return minutes[zone]().format(new Date(value));
}

/** From one minute to another, with what both share named once: "Feb 25, 2026, 12:00 – 12:38 PM". */
export function formatSpan(from: string, to: string, zone: TimeZoneChoice = timeZoneChoice()): string {
  return minutes[zone]().formatRange(new Date(from), new Date(to));
}

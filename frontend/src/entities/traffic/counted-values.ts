import { countedPathFilter, type LogFilters, logLink } from '../log/log-filters.ts';
import { OTHER } from './list-card.tsx';

type Within = LogFilters & { domain?: string };

/** Counted agents are cut at 200 characters. */
const MAX_COUNTED = 200;

function crawlerName(reason: string): string {
  const [, kind = '', name = '', proof] = reason.split(':');
  const words = kind.replaceAll('_', ' ').replace(/^ai\b/, 'AI');
  return `${name}, ${words}, ${proof === 'verified' ? 'verified' : 'not verified'}`;
}

/** The program before its kind, as with crawlers. */
const programName = (reason: string): string =>
  reason
    .split(':')
    .slice(1)
    .map((part) => part.replaceAll('_', ' '))
    .reverse()
    .join(', ');

/** "img-src ads.example /basket" → "img-src: ads.example on /basket"; `*` are all other pages. */
export function cspLabel(value: string) {
  const [directive = '', source, page] = value.split(' ');
  if (source === undefined) return valueLabel(value);
  const where = page === undefined ? '' : page === '*' ? ' on other pages' : ` on ${page}`;
  return { label: `${directive}: ${source}${where}`, title: value, mono: true };
}

/** A counted value as a row shows it. */
export const valueLabel = (value: string, nameOfNone = 'None') => ({
  label: value === OTHER ? 'All others' : value || nameOfNone,
  title: value,
  mono: value !== OTHER && value !== '',
});

/**
 * "bot:library:curl" → "curl, library", "crawler:ai_training:openai:claimed" → "openai, AI training, not verified"; what is no
 * such reason stays.
 */
export const botName = (reason: string): string =>
  reason.startsWith('crawler:')
    ? crawlerName(reason)
    : /^(?:bot|challenge):/.test(reason)
      ? programName(reason)
      : reason === OTHER
        ? 'All others'
        : reason;

/** Log filter for the requests of a path; null where they cannot be selected. */
export function pathFilter(path: string, within: Within): string | null {
  const filter = countedPathFilter(path);
  return filter && logLink({ ...within, path: filter });
}

/** Log filter for an agent. Non-ASCII characters are counted as question marks, and would not be found. */
export function agentFilter(agent: string, within: Within): string | null {
  if (agent === '' || agent === OTHER || agent.includes('?')) return null;
  return logLink({ ...within, agent: agent.length >= MAX_COUNTED ? `${agent}*` : agent });
}

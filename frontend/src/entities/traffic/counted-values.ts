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

/** A counted value as a row shows it. */
export const valueLabel = (value: string, nameOfNone = 'None') => ({
  label: value === OTHER ? 'All others' : value || nameOfNone,
  title: value,
  mono: value !== OTHER && value !== '',
});

/**
 * "bot:library:curl" → "library curl", "crawler:ai_training:openai:claimed" → "openai, AI training, not verified"; what is no
 * such reason stays.
 */
export const botName = (reason: string): string =>
  reason.startsWith('crawler:')
    ? crawlerName(reason)
    : /^(?:bot|challenge):/.test(reason)
      ? reason.replace(/^(?:bot|challenge):/, '').replaceAll(/[_:]/g, ' ')
      : reason === OTHER
        ? 'All others'
        : reason;

/** The requests of a path; null where they cannot be told apart. */
export function pathFilter(path: string, within: Within): string | null {
  const filter = countedPathFilter(path);
  return filter && logLink({ ...within, path: filter });
}

/** Those of an agent. What is not ASCII was counted as a question mark, and would not be found. */
export function agentFilter(agent: string, within: Within): string | null {
  if (agent === '' || agent === OTHER || agent.includes('?')) return null;
  return logLink({ ...within, agent: agent.length >= MAX_COUNTED ? `${agent}*` : agent });
}

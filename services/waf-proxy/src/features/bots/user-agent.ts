import { LRUCache } from 'lru-cache';
import { isVerifiable, KNOWN_BOTS, type KnownBot } from './known-bots.ts';
import { TOOL_NAMES } from './tool-names.ts';

export type ClientKind = 'none' | 'scanner' | 'headless' | 'library' | 'crawler' | 'browser' | 'other';

/** What a User-Agent says about its client. */
export interface UserAgentFacts {
  readonly kind: ClientKind;
  /** The decisive word, for the log; empty for browsers and unknown clients. */
  readonly name: string;
  /** The crawler that the client claims to be. If that cannot be verified, it says nothing about the client. */
  readonly crawler: KnownBot | null;
  /** Major version of a Chromium browser; 0 for others. */
  readonly chromium: number;
}

/** Maximum length that is read. */
const READ_CHARACTERS = 512;
const REMEMBERED = 5_000;

const CHROMIUM = /\bchrom(?:e|ium)\/(\d{1,4})\./;
const WORD_START = '(?:^|[^a-z0-9])';

/** Longer words first, so that the log has the whole name. */
function wordsOf(words: readonly string[]): RegExp {
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`${WORD_START}(${escaped.join('|')})(?![a-z])`);
}

const SCANNERS = wordsOf(TOOL_NAMES.scanners);
const HEADLESS = wordsOf(TOOL_NAMES.headless);
const LIBRARIES = wordsOf(TOOL_NAMES.libraries);
const CRAWLERS = new Map(KNOWN_BOTS.flatMap((bot) => bot.words.map((word) => [word, bot] as const)));
const CRAWLER_WORDS = wordsOf([...CRAWLERS.keys()]);

const recent = new LRUCache<string, UserAgentFacts>({ max: REMEMBERED });

/** Parses a User-Agent; results are cached. */
export function readUserAgent(userAgent: string): UserAgentFacts {
  const text = userAgent.length > READ_CHARACTERS ? userAgent.slice(0, READ_CHARACTERS) : userAgent;
  const known = recent.get(text);
  if (known !== undefined) return known;
  const facts = classify(text.toLowerCase());
  // A copy, as a slice would keep the request's head in memory.
  recent.set(Buffer.from(text, 'latin1').toString('latin1'), facts);
  return facts;
}

function classify(text: string): UserAgentFacts {
  if (text.trim() === '') return { kind: 'none', name: '', crawler: null, chromium: 0 };
  const chromium = Number(CHROMIUM.exec(text)?.[1] ?? 0);
  const claimed = CRAWLER_WORDS.exec(text)?.[1] ?? '';
  const crawler = CRAWLERS.get(claimed) ?? null;
  const named = (kind: ClientKind, pattern: RegExp): UserAgentFacts | null => {
    const word = pattern.exec(text)?.[1];
    return word === undefined ? null : { kind, name: word, crawler, chromium };
  };
  const browser = text.startsWith('mozilla/5.0 (');
  const scanner = named('scanner', SCANNERS);
  if (scanner !== null) return { ...scanner, crawler: null };
  if (crawler !== null && isVerifiable(crawler)) return { kind: 'crawler', name: claimed, crawler, chromium };
  return (
    named('headless', HEADLESS) ??
    // Browsers name no library, but programs that embed one may.
    (browser ? null : named('library', LIBRARIES)) ?? {
      kind: browser ? 'browser' : 'other',
      name: '',
      crawler,
      chromium,
    }
  );
}

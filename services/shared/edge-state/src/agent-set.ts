import { compilePhrases, type PhraseMatcher } from '@palisade/regex';
import { LIST_LIMITS } from '@palisade/site-policy';
import { COMMON_USER_AGENT_NAMES, COMMON_USER_AGENTS, type CommonUserAgent } from './common-user-agents.ts';
import { EdgeStateError } from './errors.ts';

/** Says what the bytes are; AddressSet's begins with "PAS1". */
const MAGIC = 'PAU1';
const HEAD_BYTES = 16;
const NONE = -1;

/** Limits of a list of user agents. */
export const AGENT_LIMITS = {
  entries: LIST_LIMITS.agents,
  /** Entries with a star. */
  patterns: LIST_LIMITS.agentPatterns,
  /** Maximum bytes of all entries with a star: each worker compiles them into an automaton. */
  patternBytes: 32_768,
  /** Maximum bytes of one entry. */
  length: 300,
  /** Minimum letters of a pattern besides its stars: fewer would match nearly everybody. */
  literal: 3,
  /** Longer headers match no list: their sender could just as well send another one. */
  asked: 1_024,
} as const;

/** Memory of an automaton's states per byte of a pattern, beside the bytes themselves. */
const MEMORY_OF_PATTERN_BYTE = 300;
const MEMORY_OF_BYTE = 4;
/** Its string, its place among the others and its place in a map, however short it is. */
const MEMORY_OF_ENTRY = 100;

/** Bytes of ASCII letters in small ones; others are no letters. */
export const lowerAscii = (bytes: string): string =>
  bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Ends of texts by their length: one look-up for each length that there is. */
type ByLength = ReadonlyMap<number, ReadonlyMap<string, number>>;

/**
 * User agents, whole or with a star at their beginning, their end or both, compared without case: `curl/8.0`, `curl/*`,
 * `*bot`, `*scanner*`. A look-up reads the header once, whatever the list has.
 *
 *   magic │ number │ 0 │ 0 │ entries, sorted, each with its end of line…
 */
export class AgentSet {
  readonly kind = 'user_agents';
  readonly bytes: Uint8Array;
  private readonly entries: readonly string[];
  private readonly whole: ReadonlyMap<string, number>;
  private readonly beginnings: ByLength;
  private readonly ends: ByLength;
  private readonly parts: readonly string[];
  /** The places of entries whose parts are looked for, in the order of these. */
  private readonly partPlaces: readonly number[];
  private readonly patternBytes: number;
  /** Parsed parts. Null: not needed yet; reading or counting entries never needs them. */
  private automaton: PhraseMatcher | null = null;

  /** @param bytes as `AgentSet.encode` makes them. Errors: `list_set_malformed`. */
  constructor(bytes: Uint8Array) {
    if (!AgentSet.isOne(bytes)) throw malformed();
    this.bytes = bytes;
    this.entries = linesOf(bytes);
    const whole = new Map<string, number>();
    const [beginnings, ends] = [
      new Map<number, Map<string, number>>(),
      new Map<number, Map<string, number>>(),
    ];
    const parts: string[] = [];
    const partPlaces: number[] = [];
    let patternBytes = 0;
    for (const [place, entry] of this.entries.entries()) {
      const { literal, startsFree, endsFree } = formOf(entry);
      if (startsFree || endsFree) patternBytes += entry.length;
      if (startsFree && endsFree) {
        parts.push(literal);
        partPlaces.push(place);
      } else if (startsFree) put(ends, literal, place);
      else if (endsFree) put(beginnings, literal, place);
      else whole.set(literal, place);
    }
    if (this.entries.length > AGENT_LIMITS.entries || patternBytes > AGENT_LIMITS.patternBytes)
      throw malformed();
    this.whole = whole;
    this.beginnings = beginnings;
    this.ends = ends;
    this.parts = parts;
    this.partPlaces = partPlaces;
    this.patternBytes = patternBytes;
  }

  static isOne(bytes: Uint8Array): boolean {
    return (
      bytes.byteLength >= HEAD_BYTES &&
      Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString('latin1') === MAGIC
    );
  }

  static count(bytes: Uint8Array): number {
    return Buffer.from(bytes.buffer, bytes.byteOffset, HEAD_BYTES).readUInt32LE(4);
  }

  /** Some entries as people read them; nothing is made to look into the others. Errors: `list_set_malformed`. */
  static page(bytes: Uint8Array, offset: number, limit: number): string[] {
    if (!AgentSet.isOne(bytes)) throw malformed();
    return linesOf(bytes)
      .slice(offset, offset + limit)
      .map(asRead);
  }

  /** @param entries byte strings without ends of lines, in small letters; repeats are left out */
  static encode(entries: Iterable<string>): Uint8Array {
    const distinct = [...new Set(entries)].sort();
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(MAGIC, 'latin1');
    head.writeUInt32LE(distinct.length, 4);
    const lines = distinct.map((entry) => `${entry}\n`).join('');
    return Buffer.concat([head, Buffer.from(lines, 'latin1')]);
  }

  get size(): number {
    return this.entries.length;
  }

  /** With what was made of the bytes to look into them. */
  get memoryBytes(): number {
    return (
      this.bytes.byteLength * MEMORY_OF_BYTE +
      this.entries.length * MEMORY_OF_ENTRY +
      this.patternBytes * MEMORY_OF_PATTERN_BYTE
    );
  }

  get holdsMost(): boolean {
    return this.usualHeld.length > 0;
  }

  /** Which clients that every site has are on it. Entry by entry, as no automaton is worth it for so few questions. */
  get usualHeld(): CommonUserAgent[] {
    const forms = this.entries.map(formOf);
    return COMMON_USER_AGENT_NAMES.filter((name) => {
      const agent = lowerAscii(COMMON_USER_AGENTS[name]);
      return forms.some((form) => isHeldBy(form, agent));
    });
  }

  /** The place of an entry that holds a header; -1: none does. @param header as it stood on the wire: a byte string */
  find(header: string): number {
    if (header.length > AGENT_LIMITS.asked) return NONE;
    const agent = lowerAscii(header);
    const place = this.whole.get(agent);
    if (place !== undefined) return place;
    for (const [length, texts] of this.beginnings) {
      const found = length <= agent.length ? texts.get(agent.slice(0, length)) : undefined;
      if (found !== undefined) return found;
    }
    for (const [length, texts] of this.ends) {
      const found = length <= agent.length ? texts.get(agent.slice(agent.length - length)) : undefined;
      if (found !== undefined) return found;
    }
    if (this.parts.length === 0) return NONE;
    this.automaton ??= compilePhrases(this.parts, { caseInsensitive: false });
    const part = this.automaton.find(agent);
    return part === null ? NONE : this.partPlaces[part.index]!;
  }

  /** As people read it. */
  entry(place: number): string {
    return asRead(this.entries[place]!);
  }
}

export interface AgentForm {
  readonly literal: string;
  readonly startsFree: boolean;
  readonly endsFree: boolean;
}

/** An entry's literal text, and at which ends it has a star. */
export function formOf(entry: string): AgentForm {
  const startsFree = entry.startsWith('*');
  const endsFree = entry.length > 1 && entry.endsWith('*');
  return {
    literal: entry.slice(startsFree ? 1 : 0, endsFree ? -1 : undefined),
    startsFree,
    endsFree,
  };
}

function isHeldBy({ literal, startsFree, endsFree }: AgentForm, agent: string): boolean {
  if (startsFree && endsFree) return agent.includes(literal);
  if (startsFree) return agent.endsWith(literal);
  return endsFree ? agent.startsWith(literal) : agent === literal;
}

function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + HEAD_BYTES, bytes.byteLength - HEAD_BYTES);
  const lines = text.length === 0 ? [] : text.toString('latin1').slice(0, -1).split('\n');
  if (lines.length !== AgentSet.count(bytes)) throw malformed();
  return lines;
}

const asRead = (entry: string): string => Buffer.from(entry, 'latin1').toString('utf8');

function put(byLength: Map<number, Map<string, number>>, text: string, place: number): void {
  const texts = byLength.get(text.length) ?? new Map<string, number>();
  texts.set(text, place);
  byLength.set(text.length, texts);
}

const malformed = () => new EdgeStateError('list_set_malformed', 'not a set of user agents');

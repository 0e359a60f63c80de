import type { ByteString } from '../../model/api.ts';
import { IS_INDEX, NO_CONTAINER, type PackedArguments } from '../../model/packed-arguments.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { PIECE } from '../body-processors/form-pairs.ts';
import { graphqlStrings, isGraphql } from '../body-processors/graphql-strings.ts';
import { readJson } from '../body-processors/json.ts';
import { quotedStrings } from '../body-processors/quoted-strings.ts';
import { contentStart, isBinary, shapeAt } from '../body-processors/sniff.ts';
import { TextSource } from '../body-processors/text-source.ts';
import type { RequestLimit } from '../body-processors/types.ts';
import { mayBeCoded } from './coded-text.ts';

/** Contents of a document within a value: its texts, and names of members that may be more than names. */
export interface DocumentTexts {
  readonly values: ByteString[];
  readonly names: ByteString[];
  /** Nobody has seen the rest because of it. */
  limit: RequestLimit | null;
  /** It has no faults. */
  isWhole: boolean;
}

/** Maximum bytes of its container's name that a member's name includes: a long one would be repeated with each. */
const MAX_CONTAINER_LENGTH = 64;
const PLAIN_NAME = /^[\w-]*$/;
/** Words that mean something to every object of a JavaScript server. */
const OWN_WORDS = /__|^prototype$/;
const TEXT_IN_QUOTES = /^"[\s\S]*"\s*$/;

/**
 * Texts found by programs that parse a value as JSON, as they do with values of forms, cookies and of JSON itself.
 * Where it has faults that some parsers accept (NaN, comments, trailing text), all quoted strings; and the strings of a
 * GraphQL document. `null`: it is none of them.
 */
export function* documentTexts(
  value: ByteString,
  limits: { readonly depth: number; readonly members: number },
  budget: ReadingBudget,
): Pausable<DocumentTexts | null> {
  const start = contentStart(value);
  if (start >= value.length) return null;
  const content = start === 0 ? value : value.slice(start);
  const isQuery = isGraphql(content, 0);
  if (content.startsWith('"') ? !TEXT_IN_QUOTES.test(content) : shapeAt(value, start) !== 'json')
    return isQuery ? yield* textsOfQuery(content, budget) : null;
  const body = new TextSource(content);
  const { found, error } = yield* readJson(body, limits.depth, limits.members, budget);
  const texts: DocumentTexts = {
    values: [],
    names: [],
    limit: error?.limit ?? null,
    isWhole: error === null,
  };
  yield* takeMembers(found, texts, budget);
  found.giveBack();
  body.release();
  if (error !== null && isQuery) yield* takeTexts(graphqlStrings(content), texts, budget);
  if (error !== null) yield* takeTexts(quotedStrings(content), texts, budget);
  return texts;
}

function* textsOfQuery(content: ByteString, budget: ReadingBudget): Pausable<DocumentTexts> {
  const texts: DocumentTexts = { values: [], names: [], limit: null, isWhole: false };
  yield* takeTexts(graphqlStrings(content), texts, budget);
  return texts;
}

/** One by one: there may be more than a call has room for. */
function* takeTexts(
  found: Iterable<ByteString | null>,
  into: DocumentTexts,
  budget: ReadingBudget,
): Pausable<void> {
  for (const text of found) {
    // Compressed bytes in a text have quotes, too; what stands between them is noise, and the whole is judged besides.
    if (text !== null && !isNoise(text)) into.values.push(text);
    if (endsSlice(budget, text === null ? PIECE : text.length)) yield;
  }
}

/** NULs are skipped by many, so that any number of them makes no noise of a text. */
const isNoise = (text: ByteString): boolean =>
  isBinary(text) && (!text.includes('\0') || isBinary(text.replaceAll('\0', '')));

function* takeMembers(found: PackedArguments, into: DocumentTexts, budget: ReadingBudget): Pausable<void> {
  const text = found.arena.text();
  for (let container = 0; container < found.containerCount; container++) {
    const name = text.slice(found.containerStepStart(container), found.containerStepEnd(container));
    if (found.containerStepEnd(container) !== IS_INDEX)
      takeName(name, containerName(found, found.parentOf(container), text), into);
    if (endsSlice(budget)) yield;
  }
  for (let index = 0; index < found.count; index++) {
    const value = text.slice(found.valueStart(index), found.valueEnd(index));
    if (value !== '') into.values.push(value);
    const container = found.containerOf(index);
    if (container !== NO_CONTAINER && found.stepEnd(index) !== IS_INDEX) {
      const name = text.slice(found.stepStart(index), found.stepEnd(index));
      takeName(name, containerName(found, container, text), into);
    }
    if (endsSlice(budget)) yield;
  }
}

function containerName(found: PackedArguments, container: number, text: ByteString): ByteString {
  if (container === NO_CONTAINER) return '';
  const end = found.containerStepEnd(container);
  const isRoot = found.parentOf(container) === NO_CONTAINER;
  if (isRoot || end === IS_INDEX) return '';
  return text.slice(Math.max(found.containerStepStart(container), end - MAX_CONTAINER_LENGTH), end);
}

/** A word says nothing by itself, unless it is coded; `password.$ne` and `constructor.prototype` do. */
function takeName(name: ByteString, container: ByteString, into: DocumentTexts): void {
  if (PLAIN_NAME.test(name) && !OWN_WORDS.test(name) && !mayBeCoded(name)) return;
  into.names.push(container === '' ? name : `${container}.${name}`);
}

import type { ByteString } from '../../model/api.ts';
import { KeyedEntries } from '../../model/keyed-entries.ts';
import type { PackedArguments } from '../../model/packed-arguments.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import { contentStart, shapeAt } from '../body-processors/sniff.ts';
import { TextSource } from '../body-processors/text-source.ts';
import type { BodyProcessorLimits, BodySink, FilePart } from '../body-processors/types.ts';

export interface BodyField {
  readonly key: ByteString;
  readonly value: ByteString;
}

/** A file of a form, as its part says it. */
export interface BodyFile {
  readonly filename: ByteString;
  /** Empty: the part does not say. */
  readonly type: ByteString;
}

/** What forms and documents in a body hold, for those who ask for single fields. */
export interface BodyFields {
  readonly form: readonly BodyField[];
  /** By paths such as `json.user.name` and `json.items.array_0.sku`. */
  readonly json: readonly BodyField[];
  readonly files: readonly BodyFile[];
  /** False: a part of it could not be read, or is beyond the bounds. */
  readonly isWhole: boolean;
}

const LIMITS: BodyProcessorLimits = {
  jsonDepth: 64,
  argumentSeparator: '&',
  fileCount: 100,
  bodyWithoutFiles: 0,
  everyReading: false,
};
const MAX_FIELDS = 2_000;

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded/i;
const PARTS_TYPE = /^\s*multipart\//i;
const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.-]{1,100}\+)?json\b/i;

type Reader = 'URLENCODED' | 'MULTIPART' | 'JSON';

/**
 * By what its type says, and by what it looks like, since servers take JSON under any type. Work is linear in the body's
 * length, and pauses where the budget's slice is over.
 */
export function* readBodyFields(
  text: ByteString,
  contentType: ByteString,
  budget: ReadingBudget,
): Pausable<BodyFields> {
  const [form, json] = [new FieldSink(budget), new FieldSink(budget)];
  let isRead = false;
  for (const name of readersOf(text, contentType)) {
    const body = new TextSource(text);
    const sink = name === 'JSON' ? json : form;
    const error = yield* bodyProcessors.get(name)!({ body, contentType, limits: LIMITS }, sink);
    sink.unpack();
    body.release();
    isRead ||= error === null;
  }
  return {
    form: form.fields,
    json: json.fields,
    files: form.files,
    isWhole: isRead && !form.isCut && !json.isCut,
  };
}

/** A type that says nothing leaves it to the first bytes; where they say nothing either, it is a form to some. */
function readersOf(text: ByteString, contentType: ByteString): readonly Reader[] {
  if (PARTS_TYPE.test(contentType)) return ['MULTIPART'];
  if (JSON_TYPE.test(contentType)) return ['JSON'];
  if (shapeAt(text, contentStart(text)) !== 'json') return ['URLENCODED'];
  return FORM_TYPE.test(contentType) ? ['URLENCODED', 'JSON'] : ['JSON'];
}

class FieldSink implements BodySink {
  readonly budget: ReadingBudget;
  readonly fields: BodyField[] = [];
  readonly files: BodyFile[] = [];
  isCut = false;
  private packed: KeyedEntries | null = null;

  constructor(budget: ReadingBudget) {
    this.budget = budget;
  }

  argument(key: ByteString, value: ByteString): boolean {
    if (this.argumentsLeft() === 0) {
      this.isCut = true;
      return false;
    }
    this.fields.push({ key, value });
    return true;
  }

  argumentsLeft(): number {
    return Math.max(0, MAX_FIELDS - this.fields.length);
  }

  limitExceeded(): void {
    this.isCut = true;
  }

  packedArguments(found: PackedArguments): void {
    this.packed = new KeyedEntries('ARGS');
    this.packed.addPacked(found);
  }

  /** Before the bytes that its fields point at are given back. */
  unpack(): void {
    for (const { key, value } of this.packed?.entries ?? []) this.fields.push({ key: key ?? '', value });
    this.packed = null;
  }

  file({ filename, type }: FilePart): void {
    this.files.push({ filename, type });
  }

  furtherFilename(_partName: ByteString, filename: ByteString): void {
    this.files.push({ filename, type: '' });
  }

  /** What rules alone look at. */
  readonly urlEncodedError = ignored;
  readonly field = ignored;
  readonly multipartName = ignored;
  readonly multipartFilename = ignored;
  readonly partHeader = ignored;
  readonly multipartFlags = ignored;
  readonly xmlDocument = () => null;
}

const ignored = (): void => undefined;

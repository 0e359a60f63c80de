import type { ByteString } from '../../model/api.ts';
import type { PackedArguments } from '../../model/packed-arguments.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import { contentStart, shapeAt } from '../body-processors/sniff.ts';
import { TextSource } from '../body-processors/text-source.ts';
import type { BodyProcessorLimits, BodySink, FilePart } from '../body-processors/types.ts';
import { ANY_CASE, inAnyCase, nameForPhp } from './form-names.ts';
import type { JsonPlace } from './json-place.ts';

/** What those who ask for single fields want to know of a body; nothing else of it is kept. */
export interface AskedFields {
  /** Names of fields of forms. */
  readonly form: ReadonlySet<ByteString>;
  readonly json: readonly JsonPlace[];
  readonly files: boolean;
}

/** A file of a form, as its part says it. */
export interface BodyFile {
  readonly filename: ByteString;
  /** Empty: the part does not say. */
  readonly type: ByteString;
}

/** What forms and documents in a body hold of what is asked for. */
export interface BodyFields {
  /** Values by names, in their order. */
  readonly form: ReadonlyMap<ByteString, readonly ByteString[]>;
  /** Values by the names of the places that they stand at. */
  readonly json: ReadonlyMap<string, readonly ByteString[]>;
  readonly files: readonly BodyFile[];
  /** False: a part of it could not be read, or is beyond the bounds. */
  readonly isWhole: boolean;
}

/** Fields and files are unlimited: a limit would be a way around their inspection. */
const LIMITS: BodyProcessorLimits = {
  jsonDepth: 64,
  argumentSeparator: '&',
  fileCount: Number.POSITIVE_INFINITY,
  bodyWithoutFiles: 0,
  everyReading: false,
};

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded/i;
const PARTS_TYPE = /^\s*multipart\//i;
const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.-]{1,100}\+)?json\b/i;

type Reader = 'URLENCODED' | 'MULTIPART' | 'JSON';

/**
 * Reads by the declared type, and by the content, since servers accept JSON under any type. Work is linear in the
 * body's length, and pauses at the end of the budget's slice.
 */
export function* readBodyFields(
  text: ByteString,
  contentType: ByteString,
  asked: AskedFields,
  budget: ReadingBudget,
): Pausable<BodyFields> {
  const [form, json] = [new FormSink(budget, asked), new JsonSink(budget, asked)];
  const { readers, isDeclared } = readersOf(text, contentType);
  // What only looks like a document and is none hides nothing.
  let isRead = !isDeclared;
  for (const name of readers) {
    const body = new TextSource(text);
    const sink = name === 'JSON' ? json : form;
    const error = yield* bodyProcessors.get(name)!({ body, contentType, limits: LIMITS }, sink);
    yield* sink.keepPacked();
    body.release();
    isRead ||= error === null;
  }
  return {
    form: form.found,
    json: json.found,
    files: form.files,
    isWhole: isRead && !form.isCut && !json.isCut,
  };
}

interface Readers {
  readonly readers: readonly Reader[];
  /** The body's type says so. */
  readonly isDeclared: boolean;
}

/** A type that says nothing leaves it to the first bytes, and to some it is a form all the same. */
function readersOf(text: ByteString, contentType: ByteString): Readers {
  if (PARTS_TYPE.test(contentType)) return { readers: ['MULTIPART'], isDeclared: true };
  if (JSON_TYPE.test(contentType)) return { readers: ['JSON'], isDeclared: true };
  const looksLikeJson = shapeAt(text, contentStart(text)) === 'json';
  return {
    readers: looksLikeJson ? ['URLENCODED', 'JSON'] : ['URLENCODED'],
    isDeclared: FORM_TYPE.test(contentType),
  };
}

abstract class FieldSink implements BodySink {
  readonly budget: ReadingBudget;
  readonly found = new Map<ByteString, ByteString[]>();
  readonly files: BodyFile[] = [];
  isCut = false;
  protected readonly asked: AskedFields;
  private packed: PackedArguments | null = null;

  constructor(budget: ReadingBudget, asked: AskedFields) {
    this.budget = budget;
    this.asked = asked;
  }

  /** Keeps the value of this name where it is asked for. */
  protected abstract keep(name: ByteString, value: ByteString): void;
  /** Whether any rule selects a name of this length; most names have another. */
  protected abstract mayBeAsked(nameLength: number): boolean;

  argument(key: ByteString, value: ByteString): boolean {
    this.keep(key, value);
    return true;
  }

  argumentsLeft(): number {
    return Number.POSITIVE_INFINITY;
  }

  limitExceeded(): void {
    this.isCut = true;
  }

  packedArguments(found: PackedArguments): void {
    this.packed = found;
  }

  /** Before the bytes that its fields point at are given back. Names of a document are bounded by its reader, as a whole. */
  *keepPacked(): Pausable<void> {
    const { packed } = this;
    if (packed === null) return;
    this.packed = null;
    const names = packed.names();
    for (let index = 0; index < packed.count; index++) {
      const length = packed.nameLength(
        packed.containerOf(index),
        packed.stepStart(index),
        packed.stepEnd(index),
      );
      if (!this.mayBeAsked(length)) {
        if (endsSlice(this.budget)) yield;
        continue;
      }
      names.spell(index);
      const name = names.arena.text(names.start(index), names.end(index));
      this.keep(name, packed.arena.text(packed.valueStart(index), packed.valueEnd(index)));
      if (endsSlice(this.budget, length)) yield;
    }
    packed.giveBack();
  }

  file({ filename, type }: FilePart): void {
    if (this.asked.files) this.files.push({ filename, type });
  }

  furtherFilename(_partName: ByteString, filename: ByteString): void {
    if (this.asked.files) this.files.push({ filename, type: '' });
  }

  /** Needed by rules only. */
  readonly urlEncodedError = ignored;
  readonly field = ignored;
  readonly multipartName = ignored;
  readonly multipartFilename = ignored;
  readonly partHeader = ignored;
  readonly multipartFlags = ignored;
  readonly xmlDocument = () => null;
}

class FormSink extends FieldSink {
  private readonly shortest = Math.min(
    ...[...this.asked.form].map((name) => (name.startsWith(ANY_CASE) ? name.length - 1 : name.length)),
  );
  /** Names as configured by owners, by PHP's normalised form. */
  private readonly asRead = new Map(
    [...this.asked.form].filter((name) => !name.startsWith(ANY_CASE)).map((name) => [nameForPhp(name), name]),
  );
  private readonly takesAnyCase = [...this.asked.form].some((name) => name.startsWith(ANY_CASE));

  protected override mayBeAsked(nameLength: number): boolean {
    return nameLength >= this.shortest;
  }

  protected override keep(name: ByteString, value: ByteString): void {
    const asked = this.asked.form.has(name) ? name : this.asRead.get(nameForPhp(name));
    if (asked !== undefined) add(this.found, asked, value);
    if (!this.takesAnyCase) return;
    const folded = inAnyCase(name);
    if (folded !== asked && this.asked.form.has(folded)) add(this.found, folded, value);
  }
}

class JsonSink extends FieldSink {
  private readonly shortest = Math.min(...this.asked.json.map(({ minLength }) => minLength));
  private readonly longest = Math.max(...this.asked.json.map(({ maxLength }) => maxLength));

  protected override mayBeAsked(nameLength: number): boolean {
    return nameLength >= this.shortest && nameLength <= this.longest;
  }

  protected override keep(name: ByteString, value: ByteString): void {
    for (const place of this.asked.json) if (place.fits(name)) add(this.found, place.name, value);
  }
}

function add(found: Map<string, ByteString[]>, name: string, value: ByteString): void {
  const values = found.get(name);
  if (values === undefined) found.set(name, [value]);
  else values.push(value);
}

const ignored = (): void => undefined;

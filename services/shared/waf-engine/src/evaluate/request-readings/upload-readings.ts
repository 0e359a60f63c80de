import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { cleanedValues, valuesAsTheyStand } from '../body-processors/content-disposition.ts';
import { decodeWords } from '../body-processors/encoded-words.ts';
import type { MultipartFindings } from '../body-processors/multipart-findings.ts';
import { transformationsByName } from '../transformations/index.ts';

const DISPOSITION = /^content-disposition\s*:/i;
/** Nearly all; of these every reader takes the same names. */
const PLAIN_DISPOSITION = /^content-disposition:\s*form-data(?:; (?:file)?name="[^"\\;=<>]*")*$/i;
/** The names of others have been cleaned before. */
const BLANK_BEFORE_COLON = /^content-disposition\s/i;
/** A quote after which a parameter's value continues, for parsers that search for the last one. */
const STRAY_QUOTE = /[^=\s]"(?:\s*[^";\s]|\s+;|;[^ ])/;
const OPENING_QUOTE = /="/g;
/** Maximum per header; each is read up to its end. */
const MAX_TO_LAST_QUOTE = 4;
/** Always matches to an end, so an unterminated text needs no second search. */
const ESCAPED_TEXT = /"((?:[^"\\]|\\[\s\S])*)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const CONTROLS = /[\x00-\x1f\x7f]/;
const EACH_CONTROL = new RegExp(CONTROLS, 'g');
const BACKSLASH = /\\([\s\S])/g;
const HEADER_NAME = /^[^:]*:\s*/;

/** Names of files and of their fields, and what a part's headers say; what is in Content-Disposition are those names. */
export function* uploadReadings(multipart: MultipartFindings, budget: ReadingBudget): Pausable<Entry[]> {
  const into: Entry[] = [];
  for (const files of [multipart.files, multipart.fileNames])
    for (const entry of files.entries) {
      addName(entry, into);
      if (endsSlice(budget, entry.value.length)) yield;
    }
  for (const { key, value } of multipart.names.entries) {
    addDecoded('ARGS_NAMES', key, value, into);
    if (endsSlice(budget, value.length)) yield;
  }
  for (const { collection, key, value } of multipart.partHeaders.entries) {
    if (!DISPOSITION.test(value)) into.push(new Entry(collection, key, value.replace(HEADER_NAME, '')));
    else if (!PLAIN_DISPOSITION.test(value)) addQuoted(collection, key, value, into);
    if (endsSlice(budget, value.length)) yield;
  }
  return into;
}

/** What stands between each quote and the next, as it stands: readers differ in what a backslash and a stray quote mean. */
function addQuoted(collection: string, key: ByteString | null, header: ByteString, into: Entry[]): void {
  const pieces = header.split('"');
  for (const piece of pieces.slice(1)) {
    into.push(new Entry(collection, key, piece));
    addWords(collection, key, piece, into);
  }
  if (header.includes('\\'))
    for (const [, text = ''] of header.matchAll(ESCAPED_TEXT))
      into.push(new Entry(collection, key, text.replace(BACKSLASH, '$1')));
  const values = valuesAsTheyStand(header);
  if (BLANK_BEFORE_COLON.test(header)) values.push(...cleanedValues(header));
  for (const value of values) into.push(new Entry(collection, key, value));
  if (!STRAY_QUOTE.test(header)) return;
  const last = header.lastIndexOf('"');
  for (const { index } of [...header.matchAll(OPENING_QUOTE)].slice(0, MAX_TO_LAST_QUOTE))
    into.push(new Entry(collection, key, header.slice(index + 2, last)));
}

function addName(entry: Entry, into: Entry[]): void {
  into.push(entry);
  // Django leaves them out of names.
  if (CONTROLS.test(entry.value))
    into.push(new Entry(entry.collection, entry.key, entry.value.replace(EACH_CONTROL, '')));
  // As Tomcat undoes what was an escape before.
  if (entry.value.includes('\\'))
    into.push(new Entry(entry.collection, entry.key, entry.value.replace(BACKSLASH, '$1')));
  addDecoded(entry.collection, entry.key, entry.value, into);
}

/**
 * Browsers write `&#8217;` for what a form's character set lacks, and some servers undo that: of a number ModSecurity's low byte
 * is enough, since what hides in a name is ASCII. Names have no other escapes; a backslash in them is a separator.
 */
function addDecoded(collection: string, key: ByteString | null, name: ByteString, into: Entry[]): void {
  addWords(collection, key, name, into);
  if (name.includes('&#'))
    into.push(new Entry(collection, key, transformationsByName.htmlEntityDecode.apply(name)));
}

/** Tomcat undoes backslashes of what comes out of a word, too. */
function addWords(collection: string, key: ByteString | null, text: ByteString, into: Entry[]): void {
  for (const words of decodeWords(text)) {
    into.push(new Entry(collection, key, words));
    if (words.includes('\\')) into.push(new Entry(collection, key, words.replace(BACKSLASH, '$1')));
  }
}

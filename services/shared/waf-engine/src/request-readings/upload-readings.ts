import type { ByteString } from '../api.ts';
import type { MultipartFindings } from '../transaction/multipart-findings.ts';
import { transformationsByName } from '../transformations/index.ts';
import { Entry } from '../variables/entry.ts';
import { decodeWords } from './encoded-words.ts';

const DISPOSITION = /^content-disposition:/i;
const HEADER_NAME = /^[^:]*:\s*/;

/** Names of files and of their fields, and what a part's headers say; what is in Content-Disposition are those names. */
export function addUploadReadings(multipart: MultipartFindings, into: Entry[]): void {
  for (const entry of multipart.files.entries) addName(entry, into);
  for (const entry of multipart.fileNames.entries) addName(entry, into);
  for (const { key, value } of multipart.names.entries) addDecoded('ARGS_NAMES', key, value, into);
  for (const { collection, key, value } of multipart.partHeaders.entries)
    if (!DISPOSITION.test(value)) into.push(new Entry(collection, key, value.replace(HEADER_NAME, '')));
}

function addName(entry: Entry, into: Entry[]): void {
  into.push(entry);
  addDecoded(entry.collection, entry.key, entry.value, into);
}

/** Browsers write `&#8217;` for what a form's character set lacks, and some servers undo that. */
function addDecoded(collection: string, key: ByteString | null, name: ByteString, into: Entry[]): void {
  const words = decodeWords(name);
  if (words !== null) into.push(new Entry(collection, key, words));
  if (name.includes('&#'))
    into.push(new Entry(collection, key, transformationsByName.htmlEntityDecode.apply(name)));
}

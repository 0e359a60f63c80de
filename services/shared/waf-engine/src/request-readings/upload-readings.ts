import type { MultipartFindings } from '../transaction/multipart-findings.ts';
import { Entry } from '../variables/entry.ts';

const DISPOSITION = /^content-disposition:/i;
const HEADER_NAME = /^[^:]*:\s*/;

/** Names of files and of their fields, and what a part's headers say; what is in Content-Disposition are those names. */
export function addUploadReadings(multipart: MultipartFindings, into: Entry[]): void {
  for (const entry of multipart.files.entries) into.push(entry);
  for (const entry of multipart.fileNames.entries) into.push(entry);
  for (const { collection, key, value } of multipart.partHeaders.entries)
    if (!DISPOSITION.test(value)) into.push(new Entry(collection, key, value.replace(HEADER_NAME, '')));
}

import type { ByteString } from '../../model/api.ts';
import { KeyedEntries } from '../../model/keyed-entries.ts';
import { isStrictError, type MultipartFlags, noMultipartFlags } from './multipart-flags.ts';

export interface DocumentPart {
  readonly content: ByteString;
  readonly type: ByteString;
}

/** Contents of the variables FILES… and MULTIPART_…. */
export class MultipartFindings {
  readonly files = new KeyedEntries('FILES');
  readonly fileNames = new KeyedEntries('FILES_NAMES');
  readonly fileSizes = new KeyedEntries('FILES_SIZES');
  readonly temporaryNames = new KeyedEntries('FILES_TMPNAMES');
  readonly fileContents = new KeyedEntries('FILES_TMP_CONTENT');
  /** Markup in archives and packed drawings; of {@link fileContents}, by their names. */
  readonly fileMembers = new KeyedEntries('FILES_MEMBERS');
  combinedSize = 0;
  /** Parts that programs read as forms, documents and parts again. */
  readonly documents: DocumentPart[] = [];
  /** Files of which neither type, name nor beginning say that programs read them. */
  readonly otherFiles: ByteString[] = [];
  readonly names = new KeyedEntries('MULTIPART_NAME');
  readonly filenames = new KeyedEntries('MULTIPART_FILENAME');
  readonly partHeaders = new KeyedEntries('MULTIPART_PART_HEADERS');
  flags: Readonly<MultipartFlags> = noMultipartFlags();

  get strictError(): boolean {
    return isStrictError(this.flags);
  }
}

/** What most requests have: never written to. */
export const NO_MULTIPART = new MultipartFindings();

import type { ByteString } from '../api.ts';
import type { MultipartFlags } from '../body-processors/multipart-flags.ts';
import type { BodySink, FilePart, XmlDocument } from '../body-processors/types.ts';
import type { TransactionState } from './state.ts';

/** Puts what body processors find into the transaction's collections. */
export class TransactionBodySink implements BodySink {
  readonly #state: TransactionState;
  readonly #origin: 'GET' | 'POST' | 'DOCUMENT';

  /** `DOCUMENT` (JSON): arguments show up in ARGS and ARGS_POST alike. */
  constructor(state: TransactionState, origin: 'GET' | 'POST' | 'DOCUMENT') {
    this.#state = state;
    this.#origin = origin;
  }

  argument(key: ByteString, value: ByteString): boolean {
    const state = this.#state;
    const limit = state.program.settings.argumentsLimit;
    if (limit > 0 && state.args.size >= limit) return false;
    state.args.add(key, value);
    if (this.#origin === 'GET') state.argsGet.add(key, value);
    else state.argsPost.add(key, value);
    state.argsCombinedSize += key.length + value.length;
    return true;
  }

  urlEncodedError(): void {
    this.#state.urlEncodedError = true;
  }

  file(part: FilePart): void {
    const { files } = this.#state;
    files.files.add(part.name, part.filename);
    files.names.add(part.name, part.name);
    files.sizes.add(part.name, String(part.content.length));
    files.contents.add(part.name, part.content);
    files.combinedSize += part.content.length;
  }

  multipartName(name: ByteString): void {
    this.#state.multipart.names.add(name, name);
  }

  multipartFilename(filename: ByteString): void {
    this.#state.multipart.filenames.add(filename, filename);
  }

  partHeader(partName: ByteString, line: ByteString): void {
    this.#state.multipart.partHeaders.add(partName, line);
  }

  multipartFlags(flags: Readonly<MultipartFlags>): void {
    this.#state.multipart.flags = flags;
  }

  xmlDocument(document: XmlDocument): void {
    this.#state.xml = document;
  }
}

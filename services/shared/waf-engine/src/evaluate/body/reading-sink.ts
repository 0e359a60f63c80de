import type { ByteString } from '../../model/api.ts';
import type { RequestLimit, XmlDocument } from '../body-processors/types.ts';
import { TransactionBodySink } from './body-sink.ts';

/** The argument that a text without structure is judged as. */
export const WHOLE_TEXT = 'request_body';

/** The first document is the one that `XML:…` shows; further ones are judged as text. */
export class ReadingSink extends TransactionBodySink {
  /** What is too deep to be read as a document is read as text instead. */
  override limitExceeded(limit: RequestLimit): void {
    if (limit === 'arguments') super.limitExceeded(limit);
  }

  override xmlDocument(document: XmlDocument): void {
    if (this.state.xml === null) this.state.xml = document;
    else for (const path of ['/*', '//@*', '//text()']) this.values(document.select(path));
  }

  private values(values: readonly ByteString[]): void {
    for (const value of values) this.argument(WHOLE_TEXT, value);
  }
}

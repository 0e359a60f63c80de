import { endsSlice, type Pausable } from '../../model/pausable.ts';
import type { RequestLimit, XmlDocument } from '../body-processors/types.ts';
import { TransactionBodySink } from './body-sink.ts';

/** The argument that a text without structure is judged as. */
export const WHOLE_TEXT = 'request_body';

/** Inspected parts of a further document. */
const PATHS = ['/*', '//@*', '//text()'] as const;

/** The first document is the one that `XML:…` shows; further ones are judged as text. */
export class ReadingSink extends TransactionBodySink {
  /** A document that is nested too deeply is read as text instead. */
  override limitExceeded(limit: RequestLimit): void {
    if (limit === 'arguments') super.limitExceeded(limit);
  }

  override xmlDocument(document: XmlDocument): Pausable<void> | null {
    return this.state.xml === null ? super.xmlDocument(document) : this.asTexts(document);
  }

  private *asTexts(document: XmlDocument): Pausable<void> {
    for (const path of PATHS)
      for (const value of yield* document.select(path, this.budget)) {
        this.argument(WHOLE_TEXT, value);
        if (endsSlice(this.budget)) yield;
      }
  }
}

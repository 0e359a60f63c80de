import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { endsSlice, type Pausable, type ReadingBudget, runToEnd } from '../../model/pausable.ts';
import type { XmlDocument } from '../body-processors/types.ts';

/** What paths select of a document, as values of `XML:…`; of each path once, however many rules ask for it. */
export class XmlSelections {
  private readonly document: XmlDocument;
  private readonly budget: ReadingBudget;
  private readonly found = new Map<ByteString, readonly Entry[]>();
  /** Begun, and paused where a slice was over. */
  private readonly begun = new Map<ByteString, Pausable<void>>();

  constructor(document: XmlDocument, budget: ReadingBudget) {
    this.document = document;
    this.budget = budget;
  }

  /** For those who are about to ask for them: a document has tens of thousands. False: the slice is over, to be asked again. */
  resume(path: ByteString): boolean {
    if (this.found.has(path)) return true;
    if (this.selectionOf(path).next().done !== true) return false;
    this.begun.delete(path);
    return true;
  }

  entries(path: ByteString): readonly Entry[] {
    if (!this.found.has(path)) {
      runToEnd(this.selectionOf(path));
      this.begun.delete(path);
    }
    return this.found.get(path)!;
  }

  private selectionOf(path: ByteString): Pausable<void> {
    let selection = this.begun.get(path);
    if (selection === undefined) {
      selection = this.select(path);
      this.begun.set(path, selection);
    }
    return selection;
  }

  private *select(path: ByteString): Pausable<void> {
    const entries: Entry[] = [];
    for (const value of yield* this.document.select(path, this.budget)) {
      entries.push(new Entry('XML', path, value));
      if (endsSlice(this.budget)) yield;
    }
    this.found.set(path, entries);
  }
}

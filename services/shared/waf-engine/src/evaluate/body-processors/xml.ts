import type { ByteString } from '../../model/api.ts';
import { endsSlice, inSlices, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { elementTexts } from './element-texts.ts';
import type { BodyProcessor, XmlDocument } from './types.ts';
import { XmlError } from './xml-entities.ts';
import { RUN_NUMBERS, XmlReader, type XmlTree } from './xml-parser.ts';
import { evaluateXPath, parseXPath, textOfRun } from './xpath.ts';

/** Name of the argument with a processing instruction's text. */
const INSTRUCTION = 'xml';

export const xmlProcessor: BodyProcessor = function* ({ body: { text: body }, limits, contentType }, sink) {
  if (body === '') return null;
  const { everyReading } = limits;
  const reader = new XmlReader(body, everyReading && contentType === '', everyReading);
  try {
    yield* inSlices(reader, sink.budget);
    const tree = reader.tree();
    const remaining = sink.xmlDocument(new ParsedDocument(tree));
    if (remaining !== null) yield* remaining;
    if (everyReading)
      for (const value of tree.instructionValues) {
        if (!sink.argument(INSTRUCTION, value)) break;
        if (endsSlice(sink.budget, value.length)) yield;
      }
    return null;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    if (error.limit !== null) sink.limitExceeded(error.limit);
    return `XML parsing error: XML: Failed parsing document: ${error.message}`;
  }
};

class ParsedDocument implements XmlDocument {
  private readonly tree: XmlTree;

  constructor(tree: XmlTree) {
    this.tree = tree;
  }

  get textCount(): number {
    return this.tree.runs.length / RUN_NUMBERS;
  }

  textAt(index: number): ByteString {
    return textOfRun(this.tree, index * RUN_NUMBERS);
  }

  elementTexts(budget: ReadingBudget): Pausable<ByteString[]> {
    return elementTexts(this.tree, budget);
  }

  *select(path: ByteString, budget: ReadingBudget): Pausable<readonly ByteString[]> {
    const steps = parseXPath(path);
    return steps === null ? [] : yield* evaluateXPath(this.tree, steps, budget);
  }
}

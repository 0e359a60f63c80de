import type { ByteString } from '../../model/api.ts';
import { inSlices } from '../../model/pausable.ts';
import type { BodyProcessor, XmlDocument } from './types.ts';
import { XmlError } from './xml-entities.ts';
import { XmlReader, type XmlTree } from './xml-parser.ts';
import { evaluateXPath, parseXPath } from './xpath.ts';

export const xmlProcessor: BodyProcessor = function* ({ body: { text: body } }, sink) {
  if (body === '') return null;
  const reader = new XmlReader(body);
  try {
    yield* inSlices(reader, sink.budget);
    sink.xmlDocument(new ParsedDocument(reader.tree()));
    return null;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    if (error.limit !== null) sink.limitExceeded(error.limit);
    return `XML parsing error: XML: Failed parsing document: ${error.message}`;
  }
};

class ParsedDocument implements XmlDocument {
  private readonly tree: XmlTree;
  private readonly answers = new Map<ByteString, readonly ByteString[]>();

  constructor(tree: XmlTree) {
    this.tree = tree;
  }

  select(path: ByteString): readonly ByteString[] {
    const known = this.answers.get(path);
    if (known !== undefined) return known;
    const steps = parseXPath(path);
    const answer = steps === null ? [] : evaluateXPath(this.tree, steps);
    this.answers.set(path, answer);
    return answer;
  }
}

import type { ByteString } from '../../model/api.ts';
import { transformationsByName } from '../transformations/index.ts';

/** A document in a value, rather than markup that people write: it says that it is one, or its first element has a prefix. */
export const XML_DOCUMENT = /^\s*<(?:\?xml\s|[A-Za-z_][\w.-]{0,40}:[A-Za-z_])/;

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const ATTRIBUTE = /=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * What programs take of a document of XML within a value, such as SAML's: the texts between its tags and the values of attributes,
 * with references undone. It need not be well formed. One pass; an empty text is a moment to pause.
 */
export function* xmlTexts(document: ByteString): Generator<ByteString> {
  let at = 0;
  while (at < document.length) {
    const open = document.indexOf('<', at);
    yield withoutReferences(document.slice(at, open < 0 ? document.length : open));
    if (open < 0) return;
    const isCdata = document.startsWith(CDATA, open);
    const end = document.indexOf(isCdata ? CDATA_END : '>', open);
    if (end < 0) return;
    if (isCdata) yield document.slice(open + CDATA.length, end);
    else
      for (const [, double, single] of document.slice(open, end).matchAll(ATTRIBUTE))
        yield withoutReferences(double ?? single!);
    at = end + (isCdata ? CDATA_END.length : 1);
  }
}

const withoutReferences = (text: ByteString): ByteString =>
  text.includes('&') ? transformationsByName.htmlEntityDecode.apply(text) : text;

import { XML_DOCUMENT, xmlTexts } from './xml-texts.ts';

const textsOf = (document: string) => [...xmlTexts(document)].filter((text) => text.trim() !== '');

describe('the texts of a document of XML within a value', () => {
  it('are those between its tags, of attributes, and of CDATA', () => {
    expect(
      textsOf(`<?xml version="1.0"?><s:a x="1 &lt; 2" y='b'>c &amp; d<e/><![CDATA[<f> ]]>g</s:a>`),
    ).toEqual(['1.0', '1 < 2', 'b', 'c & d', '<f> ', 'g']);
  });

  it('end where a tag does not', () => {
    expect(textsOf('<s:a>b<c d="e')).toEqual(['b']);
    expect(textsOf('<s:a><![CDATA[b')).toEqual([]);
  });

  it.each(['<?xml version="1.0"?><a/>', ' <samlp:Response Id="a">'])('%s is one', (text) => {
    expect(XML_DOCUMENT.test(text)).toBe(true);
  });

  it.each(['<p>Hello</p>', '<3 you', 'a <b:c>', '<!-- wp:paragraph -->'])('%s is none', (text) => {
    expect(XML_DOCUMENT.test(text)).toBe(false);
  });
});

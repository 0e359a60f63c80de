import { type FoundDifference, xml } from './requests.ts';

/** XML. */
export const XML_DOCUMENTS: readonly FoundDifference[] = [
  ['Go', 'references in XML of no such type', xml('x <a>&#39;m&#60;</a>', 'text/plain'), "'m<"],
  ['fast-xml-parser', 'what the declaration says', xml('<?xml version="1.0" encoding="m<\'q"?><a/>'), "m<'q"],
  [
    'Go, xml2js',
    'XML of no such type with an attribute twice',
    xml('<a x="1" x="2">&#39;m<!-- c -->&#60;</a>', 'text/plain'),
    "'m<",
  ],
  [
    'Go',
    'a text around comments in XML of no such type',
    xml('<r><a>un<!-- c -->ion<?p?>&#39;</a>', 'text/plain'),
    "union'",
  ],
  [
    'fast-xml-parser',
    'a text without blanks before a section',
    xml('<r><a>un <!-- c --> <![CDATA[ion]]>&#39;</a></r>'),
    "union'",
  ],
  [
    'fast-xml-parser',
    'a text without blanks behind a section, before another element',
    xml("<a><![CDATA[un]]> i<b>x</b> <![CDATA[on']]> </a>"),
    "union'",
  ],
  [
    'fast-xml-parser',
    'a text without blanks of more than a byte',
    xml('<a>un\xc2\xa0<?p?>\xe2\x80\xa8ion&#39;</a>'),
    "union'",
  ],
  ['xml2js, SimpleXML', 'a text around other elements', xml("<a>un<b>x</b>ion'<b/> q</a>"), "union' q"],
  [
    'fast-xml-parser',
    'what stands behind an odd declaration',
    xml('<!DOCTYPE a [<!-- ]> --> --><!ENTIT!ENTITY e "x\'<w/>&">]><r/>'),
    '<!DOCTYPE a [<!-- ]> --> --><!ENTIT!ENTITY e "x\'<w/>&">]>',
  ],
  [
    'Go',
    'XML behind a prefix against scripts',
    xml(")]}',\n<a>m'&#60;q<!-- c -->&#62;</a>", 'text/plain'),
    "m'<q>",
  ],
  [
    'fast-xml-parser',
    'a text in quotes of a declaration in which others are odd',
    xml("<?xml version='1.on='1.0' standalone='m<q='yes'?><a/>"),
    'm<q=',
  ],
  ['Go', 'XML behind a text', xml("x <a>m'&#60;<!-- c -->q></a>", 'text/plain'), "m'<q>"],
  [
    'xml2js',
    'a text around other elements in XML that is not well formed',
    xml("<r><a xmlns:=''>m'<b><![DATA[x]]></b>&#60;q<!-- c -->></a></r>", 'text/plain'),
    "m'<q>",
  ],
  [
    'xml2js',
    'a word before other elements in XML that is not well formed',
    xml("<r><a>un<b><![DATA[x]]></b>ion'</a></r>", 'text/plain'),
    "union'",
  ],
];

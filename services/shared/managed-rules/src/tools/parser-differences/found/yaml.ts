import { type FoundDifference, request } from './requests.ts';

const yaml = (body: string) => request('yaml', { contentType: 'application/yaml', body });

/** YAML. */
export const YAML_DOCUMENTS: readonly FoundDifference[] = [
  [
    'all',
    'a text behind a tag with a comma in it',
    yaml('a: !<tag:yaml.org,2002:str> "m\'\\x3cq"\n'),
    "m'<q",
  ],
  ['all', 'the same in brackets', yaml('[!<tag:yaml.org,2002:str> "m\'\\x3cq"]\n'), "m'<q"],
  ['all', 'bytes in base64', yaml('a: !!binary PG0nPg==\n'), "<m'>"],
  ['Psych', 'bytes in base64 with signs that are no digits', yaml('a: !!binary P-G_0nPg==\n'), "<m'>"],
  ['all', 'bytes in base64 in brackets', yaml('[!!binary PG0nPg==]\n'), "<m'>"],
  [
    'all',
    'bytes in base64 over lines, with a tag of its own',
    yaml('a: !<tag:yaml.org,2002:binary> |\n  PG0\n  nPg==\n'),
    "<m'>",
  ],
  ['PyYAML', 'a tag with an escape', yaml('a: !!bin%61ry PG0nPg==\n'), "<m'>"],
  ['all', 'a tag on a line of its own', yaml('a: !!binary\n  PG0nPg==\n'), "<m'>"],
  ['all', 'empty lines behind an escaped break', yaml('a: "un\\\n\n\n  ion\'"\n'), "un\n\nion'"],
  ['js-yaml', 'the same without them', yaml('a: "un\\\n\n\n  ion\'"\n'), "union'"],
  [
    'all',
    'a member behind a block whose name has a tag',
    yaml(' !!str a: |2\n     "\n   x\n b: "m\\/\'<q>"\n'),
    "m/'<q>",
  ],
  ['all', 'a member behind a block of a long name', yaml('? a\n: >1-\n  x\nb: "m\\/\'<q>"\n'), "m/'<q>"],
  ['PyYAML, Psych', 'a line break of Unicode in quotes', yaml('a: "un\xc2\x85ion\'"\n'), "un ion'"],
  [
    'PyYAML, Psych',
    'one that stays, with blanks behind it',
    yaml("a: |-\n  un\xe2\x80\xa8  ion'\n"),
    "union'",
  ],
  [
    'PyYAML, Psych',
    'a line separator behind a line that ends',
    yaml('a: "un \r\n \xe2\x80\xa8 ion\'"\n'),
    "union'",
  ],
  ['PyYAML, Psych', 'a paragraph separator behind blanks', yaml("a: un \xe2\x80\xa9  ion'\n"), "union'"],
  [
    'all',
    'an item behind a list whose first text stands on a line of its own',
    yaml('- \n  m\n  n\n- "\n  m\\/;--\'"\n'),
    "m/;--'",
  ],
  ['all', 'a text behind a comment that a return ends', yaml("# c\r\r  m'<q> # c\n"), "m'<q>"],
  ['all', 'the same before a line of its own', yaml('# c\r- "m\\/\'<"\n- 1\n'), "m/'<"],
  ['PyYAML, Psych', 'the same behind a line separator', yaml('# c\xe2\x80\xa8- "m\\/\'<"\n- 1\n'), "m/'<"],
  ['yaml', 'bytes in base64 beside a return that ends no line', yaml('a: !!binary PG0\rnPg==\n'), "<m'>"],
  ['yaml', 'a text beside such a return', yaml("a: un\rion'\n"), "un ion'"],
  ['yaml', 'a document behind a broken one', yaml('{a: \'x\n---\n- "m\\\\\\"\\_\'"\n'), 'm\\"\''],
  ['yaml', 'a document behind brackets that stay open', yaml('{a: {x,\n---\n- "m\\\\\\"\\_<"\n'), 'm\\"<'],
  ['YamlDotNet', 'a NUL behind a name, which is a blank', yaml('a:\0 "m\'\\x3cq"\n'), "m'<q"],
  ['YamlDotNet', 'NULs before and behind a colon', yaml('"m\'\\x3cq"\0:\x001\n'), "m'<q"],
  ['all', 'a comment between a name and its list', yaml('"a": # \n  - 1:30\n  - "m\'\\_<q>"\n'), "m'<q>"],
  ['PyYAML, Psych', 'an item behind an empty block beside its sign', yaml('- \n>-\n- "m\\/\'<"\n'), "m/'<"],
  ['PyYAML, Psych', 'the same further in', yaml('a:\n  - \n  >-\n  - x # c\n  - "\'\\"m="\n'), `'"m=`],
  ['yaml', 'a list behind the end of a document', yaml('...\n- !!binary b\tTY4OSM7LS0n'), "m689#;--'"],
  [
    'Psych',
    'a byte order mark behind a line break of YAML',
    yaml('\xc2\x85\xef\xbb\xbf"{\\e{m*7}}": 1\n'),
    '{\x1b{m*7}}',
  ],
  ['yaml', 'a name that is bytes', yaml('? a\n: !!binary bTkxMTwhLS0="x": 1\n'), 'm911<!--'],
];

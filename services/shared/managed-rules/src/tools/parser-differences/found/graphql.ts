import { type FoundDifference, json, request } from './requests.ts';

const graphql = (body: string) => request('graphql', { contentType: 'application/graphql', body });
const packed = (query: string) => json(JSON.stringify({ query }));

/** GraphQL, by itself and in JSON. */
export const GRAPHQL_DOCUMENTS: readonly FoundDifference[] = [
  ['graphql', 'a quote that is escaped', packed('query { a(x: "<m>\\"x\\"") }'), '<m>"x"'],
  ['graphql', 'a character by its number', packed('query { a(x: "\\u{3c}m\\u{00027}") }'), "<m'"],
  ['graphql', 'a slash that is escaped', packed('{ a(x: "..\\/m\\/..", y: "\\u003c") }'), '../m/..'],
  ['graphql', 'a block', packed('mutation { a(x: """\n    un\n      ion\'\n  """) }'), "un\n  ion'"],
  ['graphql', 'quotes in a block', packed('mutation { a(x: """<m>\\"""x""") }'), '<m>"""x'],
  ['graphql', 'a text behind commas and a comment', packed(', # "\n, { a(x: "<m>\\"x") }'), '<m>"x'],
  [
    'graphql',
    'a text behind one of a variable',
    packed('query q($v: String = "x") { a(x: "<m>\\"x") }'),
    '<m>"x',
  ],
  ['graphql', 'a text of a document by itself', graphql('query { a(x: "<m>\\"\\u{3c}x") }'), '<m>"<x'],
  [
    'graphql',
    "a text behind a quote in a percent sign's escape",
    packed('query { a(x: "m%22", y: "\\u003cm\\"x") }'),
    '<m"x',
  ],
  [
    'graphql',
    'the same behind an escape of an escape',
    packed('query { a(x: "m%%32%32", y: "\\u003cm\\"x") }'),
    '<m"x',
  ],
  [
    'graphql',
    'a text in the query of an address',
    request('query', { target: '/?query=query%7Ba(x:%22%5Cu%7B3c%7Dm%5C%22%22)%7D' }),
    '<m"',
  ],
];

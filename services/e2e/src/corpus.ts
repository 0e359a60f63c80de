import { readTestLines } from '@palisade/testing';

export interface CorpusLine {
  id: string;
  class: string;
  source: string;
  place: string;
  method: string;
  uri: string;
  payload?: string;
}

/** The first attack of a class that travels in the URL of a GET, so that a browser can send it. */
export function attackInQuery(attackClass: string): CorpusLine {
  for (const line of readTestLines<CorpusLine>('corpus/attack.jsonl.gz')) {
    if (line.class === attackClass && line.place === 'query' && line.method === 'GET') return line;
  }
  throw new Error(`the corpus has no ${attackClass} in a query`);
}

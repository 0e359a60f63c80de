import { browserForm, browserJson, get } from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

/** Quoted text that people send: search phrases, titles, words of a language, sizes, quotations. */
export const PHRASES: readonly string[] = [
  '"And this is why we can\'t have nice things"',
  '"and he is gone" lyrics',
  '"and Paris in spring"',
  "kids' and tennis shoes",
  '5" or this is too small',
  '"list" c#',
  '"return" keyword c#',
  '"Select all" checkbox does not work in C#',
  '"Take That" tour 2026 #',
  '"Search" is broken --',
  '"any color in stock',
  '"Import "cars"',
  '"And justice (for all)"',
  '"Or so it is said" (remix)',
  '"With or without you" chords #1',
  '"For whom the bell tolls" -movie',
  '"If" poem Kipling',
  '"union jack" flag 90x150 cm',
  '"Match of the day" theme // 1970s',
  '"where" vs "were" grammar',
  '"let" und "const" in TypeScript --',
  '"order by" 2 columns f#',
  "'return to sender' elvis",
  "'Select' brand jeans -- 32",
  "ladies' and gents' watches",
  "the players' union is on strike",
  "rock 'n' roll and this is it",
  '"und das ist gut so" Zitat',
  '„Und er ist nicht allein“ – wer singt das?',
  '"et puis c\'est tout" signification',
  '« ou bien » ou "ou bien" ?',
  '"o sea" vs "or else" significado',
  '"e questo è tutto" -- canzone',
  '"и он ушёл" or "and he left"',
  '"そして彼は去った" and is the title',
  '"ve bu kadar" is turkish; or not?',
  '12" and 14" pizza',
  '19" rack, or is 10" enough?',
  '3/4" or 1" hose #garden',
  '"Show me" (karaoke version) --',
  '"Limit" of a function (maths)',
  '"Create" tab is missing in C# project //',
  'Men\'s XL "Merge" hoodie #2',
  'He said: "or is it?" -- and left.',
  '"load balancer" and "is healthy" == true',
];

const PLACES: Readonly<Record<string, (text: string) => HoldoutRequest>> = {
  search: (q) => get('/search', { q, page: '1' }),
  review: (text) =>
    browserForm('/product/4711/reviews', { stars: '4', title: text, text: `${text} Thanks!` }),
  title: (title) => browserJson('/posts', { title, tags: [title], draft: true }),
};

export const PHRASE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries(
  PHRASES.flatMap((text) =>
    Object.entries(PLACES).map(([place, send]) => [`${place}: ${text}`, send(text)] as const),
  ),
);

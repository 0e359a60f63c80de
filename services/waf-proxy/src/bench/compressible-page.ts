/** A page as shops make them: markup that repeats itself around texts that do not. The same for every caller. */
export function compressiblePage(bytes: number): string {
  const words = Array.from({ length: 800 }, (_, n) => word(n));
  let page =
    '<!doctype html><html lang=en><head><meta charset=utf-8><title>Catalogue</title><link rel=stylesheet href=/main.css></head><body><main>';
  for (let n = 1; page.length < bytes; n++) {
    const text = Array.from({ length: 20 }, (_, at) => words[scatter(n * 20 + at) % words.length]).join(' ');
    page += `<article class=card id=article-${n}><h2><a href=/item/${1_000 + n * 7}>${words[n % words.length]}</a></h2><p>${text}</p><b class=price>${scatter(n) % 10_000}</b></article>`;
  }
  return page.slice(0, bytes);
}

/** Spreads counting numbers over 24 bits (Knuth's multiplicative hashing). */
const scatter = (n: number) => Math.imul(n, 2_654_435_761) >>> 8;

const SYLLABLES = [
  'ba',
  'con',
  'di',
  'er',
  'fa',
  'gre',
  'hol',
  'in',
  'ka',
  'lo',
  'men',
  'no',
  'pra',
  'sti',
  'tu',
  'wa',
];

function word(n: number): string {
  const spread = scatter(n + 1);
  const syllables = 1 + (spread % 3);
  return Array.from({ length: syllables }, (_, at) => SYLLABLES[(spread >>> (4 * at + 4)) & 15]).join('');
}

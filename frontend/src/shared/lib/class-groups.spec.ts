/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { twMerge } from 'tailwind-merge';
import { mergeClasses } from './class-groups.ts';

const SOURCES = path.join(import.meta.dirname, '../..');

/** Everything in the sources that may be a utility, without its variants. */
function utilities(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/(?:spec|class-groups)\.tsx?$/.test(file),
  );
  const texts = files.flatMap((file) => [
    ...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g),
  ]);
  const words = texts.flatMap(([, single, double, back]) => (single ?? double ?? back ?? '').split(/\s+/));
  const plain = words.map((word) =>
    word.replace(/^(?:[\w@*&<>=.-]|\[[^\]]*\]|\([^)]*\))+:/g, '').replace(/^!/, ''),
  );
  return [...new Set(plain)].filter(
    (word) => /^-?[a-z][a-z-]*(?:[\w./-]|\[[^\]\s]+\]|\([\w-]+\))*$/.test(word) && !OTHERS.test(word),
  );
}

/** Words that are no utilities; and those of our own theme, which the library's table does not know. */
const OTHERS =
  /^(?:content-(?:type|security-policy(?:-report-only)?)|self-signed|animate-(?:rise|shimmer)|duration-(?:quick|steady))$/;

/** One of each kind that the library distinguishes, as far as the product uses it. */
const REPRESENTATIVES = `
  block fixed sr-only overflow-hidden overflow-x-auto overflow-y-auto inset-0 inset-x-0 inset-y-0 top-0 right-0 bottom-0
  left-0 z-10 order-first col-span-2 row-span-2 flex-col flex-wrap flex-1 basis-56 grow shrink-0 grid-cols-2 grid-rows-2
  gap-1 gap-x-1 gap-y-1 justify-center justify-items-center content-center items-center self-center place-items-center
  p-1 px-1 py-1 pt-1 pr-1 pb-1 pl-1 m-1 mx-1 my-1 mt-1 mr-1 mb-1 ml-1 size-4 w-4 min-w-0 max-w-full h-4 min-h-4 max-h-4
  text-sm text-[0.8125rem] text-center text-balance text-ink truncate font-mono font-[560] leading-6 tracking-tight
  underline decoration-dotted decoration-ink underline-offset-4 line-clamp-2 list-none whitespace-nowrap break-all
  wrap-anywhere align-top bg-surface rounded-md rounded-t-xl border border-0 border-t border-b border-y border-x-2 border-l
  border-line border-dashed border-collapse divide-y divide-line outline-2 outline-none outline-lime -outline-offset-2
  ring-1 ring-brand-text shadow-1 opacity-55 transition-colors transition duration-150 animate-spin translate-x-1
  -translate-y-1/2 rotate-90 cursor-pointer pointer-events-none select-none appearance-none scroll-mt-24 backdrop-blur-md
`
  .trim()
  .split(/\s+/);

it('what wins is the same as by the library’s own table, for every class that the product has', () => {
  // What neither knows excludes nothing: of a utility that is known the second one is left.
  const known = (word: string) => [twMerge, mergeClasses].some((merge) => merge(`${word} ${word}`) === word);
  const all = utilities().filter(known);
  expect(all.length).toBeGreaterThan(500);
  const differences = all.flatMap((one) =>
    REPRESENTATIVES.flatMap((other) =>
      [`${one} ${other}`, `${other} ${one}`].filter((pair) => mergeClasses(pair) !== twMerge(pair)),
    ),
  );
  expect(differences).toEqual([]);
});

it('variants are told apart', () => {
  const classes = 'p-4 sm:p-6 max-sm:p-2 hover:bg-line p-1 sm:p-2 hover:bg-sunken';
  expect(mergeClasses(classes)).toBe(twMerge(classes));
});

import type { Entitlements } from './entitlements.ts';

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : '';

/** Entitlements as the API shows them. `null` as a limit means unlimited. */
export type EntitlementsView = {
  [Name in keyof Entitlements as SnakeCase<Name>]: Entitlements[Name];
};

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const renamed = (values: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));

export const toView = (entitlements: Entitlements): EntitlementsView =>
  renamed(entitlements, snakeCase) as EntitlementsView;

export const fromView = (view: EntitlementsView): Entitlements => renamed(view, camelCase) as Entitlements;

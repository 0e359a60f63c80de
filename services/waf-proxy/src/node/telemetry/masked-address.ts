import type { SecretNames } from '../../request/site.ts';

/** `;jsessionid=…` of a path: up to the next one, or the next part of it. */
const PATH_PARAMETER = /;([^=;/]{1,100})=([^;/]*)/g;
/** A parameter of an address that is a value itself, escaped or not. */
const NESTED_PARAMETER = /(?:[?&;]|%3F|%26|%3B)([\w.-]{1,100})(?:=|%3D)/gi;

/**
 * A target, or the address of a referer, as a log keeps it: of parameters whose names say that they hold a secret the values are
 * stars. What a rule found in one of them stands with its match.
 */
export function maskedAddress(address: string, names: SecretNames): string {
  if (!address.includes('=')) return address;
  const question = address.indexOf('?');
  if (question < 0) return maskedPath(address, names);
  const pairs = address.slice(question + 1).split('&');
  return `${maskedPath(address.slice(0, question), names)}?${pairs.map((pair) => maskedPair(pair, names)).join('&')}`;
}

/** The same with stars for the values of all parameters. Of one without a value all of it is: it may be the value. */
export function withoutValues(address: string): string {
  const question = address.indexOf('?');
  const path = question < 0 ? address : address.slice(0, question);
  const shown = path.replace(
    PATH_PARAMETER,
    (_all, name: string, value: string) => `;${name}=${stars(value)}`,
  );
  if (question < 0) return shown;
  const pairs = address.slice(question + 1).split('&');
  return `${shown}?${pairs.map((pair) => maskedFrom(pair, pair.indexOf('=') + 1)).join('&')}`;
}

function maskedPath(path: string, names: SecretNames): string {
  if (!path.includes(';')) return path;
  return path.replace(PATH_PARAMETER, (all: string, name: string, value: string) =>
    names.has(name) ? `;${name}=${stars(value)}` : all,
  );
}

/** From a secret's beginning to the pair's end: a semicolon may part two parameters, or be a sign of a password. */
function maskedPair(pair: string, names: SecretNames): string {
  const equals = pair.indexOf('=');
  if (equals < 0) return pair;
  if (names.has(pair.slice(0, equals))) return maskedFrom(pair, equals + 1);
  for (const { index, 0: found, 1: name } of pair.matchAll(NESTED_PARAMETER))
    if (names.has(name!)) return maskedFrom(pair, index + found.length);
  return pair;
}

const maskedFrom = (pair: string, start: number): string => pair.slice(0, start) + stars(pair.slice(start));
const stars = (value: string): string => '*'.repeat(value.length);

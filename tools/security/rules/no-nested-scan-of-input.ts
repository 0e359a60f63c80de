interface Attribute {
  name: string;
}

export function allPairs(items: Attribute[]): number {
  let same = 0;
  // ruleid: no-nested-scan-of-input
  for (const a of items) {
    for (const b of items) {
      if (a.name === b.name) same++;
    }
  }
  return same;
}

export function hasDuplicates(items: Attribute[]): boolean {
  for (const item of items) {
    // ruleid: no-nested-scan-of-input
    if (items.find((other) => other !== item && other.name === item.name)) return true;
  }
  return false;
}

export function readAll(next: () => string | null): string[] {
  const names: string[] = [];
  let name = next();
  while (name !== null) {
    // ruleid: no-nested-scan-of-input
    if (names.includes(name)) throw new Error('twice');
    names.push(name);
    name = next();
  }
  return names;
}

export function readLinear(next: () => string | null): Set<string> {
  const names = new Set<string>();
  let name = next();
  while (name !== null) {
    // ok: no-nested-scan-of-input
    if (names.has(name)) throw new Error('twice');
    names.add(name);
    name = next();
  }
  return names;
}

export function onlyOnce(items: string[]): string[] {
  // ruleid: no-nested-scan-of-input
  return items.filter((item, index) => items.indexOf(item) === index);
}

export function longOnes(items: string[]): string[] {
  // ok: no-nested-scan-of-input
  return items.filter((item) => item.length > 10).map((item) => item.trim());
}

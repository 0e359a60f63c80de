const MAX_PORT = 65_535;

/** Ports and ranges of them, such as `8080,18000-18013`. */
export class PortRanges {
  private readonly ranges: readonly { first: number; last: number }[];

  /** @throws RangeError that names the entry which is none */
  constructor(text: string) {
    const entries = text.split(',').map((entry) => entry.trim());
    this.ranges = entries.filter((entry) => entry !== '').map(readRange);
  }

  has(port: number): boolean {
    return this.ranges.some(({ first, last }) => first <= port && port <= last);
  }
}

function readRange(entry: string): { first: number; last: number } {
  const [first, last = first] = entry.split('-').map(Number);
  const isPort = (value: number | undefined): value is number =>
    value !== undefined && Number.isInteger(value) && value >= 1 && value <= MAX_PORT;
  if (!isPort(first) || !isPort(last) || first > last || entry.split('-').length > 2) {
    throw new RangeError(`${entry.slice(0, 20)} is no port and no range of ports`);
  }
  return { first, last };
}

/** Whether PortRanges can be made of it. */
export function isPortRanges(text: string): boolean {
  try {
    new PortRanges(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

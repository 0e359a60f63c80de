import { Entry } from '../../model/entry.ts';
import { addHeaderReadings } from './header-readings.ts';

function readings(name: string, value: string): string[] {
  const found: Entry[] = [];
  addHeaderReadings([new Entry('REQUEST_HEADERS', name, value)], found);
  return found.map((entry) => entry.value);
}

describe('readings of headers', () => {
  it.each([
    ['X-Api-Key', "' or 1=1", ["' or 1=1"]],
    ['X-Requested-With', 'XMLHttpRequest', []],
    ['X-Trace', 'trace=1&page=list', []],
    ['Host', 'shop.example.com:8443', []],
    ['Host', "' or 1=1", ["' or 1=1"]],
    ['Accept', '*/*;q=0.8', []],
    ['Sec-CH-UA', '"Chromium";v="126"', []],
    ['Authorization', 'Basic YTonIG9yIDE9MQ==', ['a', "' or 1=1"]],
    ['Authorization', "Bearer ' or 1=1", ["' or 1=1"]],
    ['Forwarded', 'for="[2001:db8::1]:80";host=a', ['[2001:db8::1]:80', 'a']],
  ])('%s: %s', (name, value, expected) => {
    expect(readings(name, value)).toEqual(expected);
  });

  it('knows no header by the name of what every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(readings(name, "' or 1=1")).toEqual(["' or 1=1"]);
  });
});

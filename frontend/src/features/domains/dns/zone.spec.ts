import { nameInZone, zoneOf } from './zone.ts';

describe('zoneOf', () => {
  it.each([
    ['example.com', 'example.com'],
    ['shop.example.com', 'example.com'],
    ['example.co.uk', 'example.co.uk'],
    ['www.example.com.au', 'example.com.au'],
    ['shop.example.de', 'example.de'],
    ['localhost', 'localhost'],
  ])('%s stands in %s', (domain, zone) => {
    expect(zoneOf(domain)).toBe(zone);
  });
});

describe('nameInZone', () => {
  it.each([
    ['waf-1.example.com', 'example.com', 'waf-1'],
    ['waf-1.shop.example.com', 'example.com', 'waf-1.shop'],
    ['example.com', 'example.com', '@'],
    ['notexample.com', 'example.com', 'notexample.com'],
  ])('%s in %s is %s', (name, zone, expected) => {
    expect(nameInZone(name, zone)).toBe(expected);
  });
});

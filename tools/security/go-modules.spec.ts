import { GO_PROGRAMS, goBill, goModules, hasGo, licenceOf } from './go-modules.mjs';
import { isAllowed } from './licences.mjs';

describe('Licences of Go modules', () => {
  it.each<[string, string | undefined]>([
    ['Copyright (c) 2016 HashiCorp, Inc.\n\nMozilla Public License, version 2.0\n', 'MPL-2.0'],
    ['   Apache License\n                           Version 2.0, January 2004\n', 'Apache-2.0'],
    [
      'Redistribution and use in source and binary forms, with or without\n* Neither the name of Google Inc.',
      'BSD-3-Clause',
    ],
    ['Redistribution and use in source and binary forms, with or without\nmodification', 'BSD-2-Clause'],
    ['Copyright (c) A <a@b.example>\n\nMIT License (Expat)\n', 'MIT'],
    ['Business Source License 1.1', undefined],
    ['GNU GENERAL PUBLIC LICENSE\nVersion 2', undefined],
    ['It is not under the MIT License', undefined],
    ['', undefined],
  ])('are read by their words', (text, licence) => {
    expect(licenceOf(text)).toBe(licence);
    expect(isAllowed(licenceOf(text))).toBe(licence !== undefined);
  });

  const title = 'are known of each module of what people are given';
  (hasGo() ? it : it.skip)(hasGo() ? title : `${title} [skipped: no Go]`, () => {
    for (const folder of GO_PROGRAMS) {
      const modules = goModules(folder);
      expect(modules.length).toBeGreaterThan(1);
      expect(modules.filter(({ license, sum }) => !isAllowed(license) || !sum?.startsWith('h1:'))).toEqual(
        [],
      );
      expect(goBill(folder, '0.1.0').components).toHaveLength(modules.length);
    }
  });
});

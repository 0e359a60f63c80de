import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Go programs that are distributed. `opentofu` builds a tool for tests, which is not. */
export const GO_PROGRAMS = ['deploy/http3-front', 'deploy/terraform-provider'];
const GOVULNCHECK = 'golang.org/x/vuln/cmd/govulncheck@v1.9.0';

/** Go modules name no licence: its text is read, by words that no other licence has. */
const LICENCE_TEXTS = [
  ['MPL-2.0', /Mozilla Public License,? version 2\.0/i],
  ['Apache-2.0', /Apache License\s+Version 2\.0/],
  ['BSD-3-Clause', /Redistribution and use in source and binary forms[\s\S]*Neither the name of/],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/],
  [
    'MIT',
    /Permission is hereby granted, free of charge[\s\S]*The above copyright notice and this permission notice/,
  ],
  ['MIT', /^Copyright.*\n\s*MIT License \(Expat\)\s*$/m],
];

/** @returns an SPDX identifier; undefined: somebody has to read it */
export const licenceOf = (text) => LICENCE_TEXTS.find(([, words]) => words.test(text))?.[0];

const go = (folder, ...words) =>
  spawnSync('go', words, {
    cwd: path.join(root, folder),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, CGO_ENABLED: '0' },
  });

export const hasGo = () => spawnSync('go', ['version']).status === 0;

/** The modules of which something is in a program, each with its licence and the hash that go.sum holds it to. */
export function goModules(folder) {
  const list = go(
    folder,
    'list',
    '-deps',
    '-f',
    '{{with .Module}}{{if .Version}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}',
    '.',
  );
  if (list.status !== 0) throw new Error(`go list in ${folder}: ${list.stderr ?? list.error?.message}`);
  const sums = new Map(
    readFileSync(path.join(root, folder, 'go.sum'), 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name, version, sum]) => [`${name} ${version}`, sum]),
  );
  return [...new Set(list.stdout.split('\n').filter(Boolean))].sort().map((line) => {
    const [name, version, place] = line.split(' ');
    const [file] = readdirSync(place).filter((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one));
    const license = file === undefined ? undefined : licenceOf(readFileSync(path.join(place, file), 'utf8'));
    return { name, version, license, sum: sums.get(`${name} ${version}`) };
  });
}

/** Known vulnerabilities in what a program calls, by Go's own checker and its database. */
export function goAudit() {
  if (!hasGo()) return { known: false, said: 'there is no go' };
  const found = [];
  for (const folder of GO_PROGRAMS) {
    const { status, stdout, stderr } = go(folder, 'run', GOVULNCHECK, './...');
    if (status === 0) continue;
    const lines = (stderr ?? '').trim().split('\n');
    // So `go run` tells that the checker has found some; anything else says nothing about vulnerabilities.
    if (lines.at(-1) !== 'exit status 3')
      return { known: false, said: lines.findLast((line) => !line.startsWith('exit status')) ?? 'no answer' };
    found.push(`${folder}:\n${stdout.trim()}`);
  }
  return { known: true, found };
}

/** CycloneDX 1.6 of one program. */
export function goBill(folder, version) {
  const reference = ({ name, version: of }) => `pkg:golang/${name}@${of}`;
  const components = goModules(folder).map((module) => ({
    type: 'library',
    'bom-ref': reference(module),
    name: module.name,
    version: module.version,
    purl: reference(module),
    licenses: [{ license: { id: module.license } }],
    properties: [{ name: 'go.sum', value: module.sum }],
  }));
  const own = { type: 'application', 'bom-ref': folder, name: path.basename(folder), version };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components,
    dependencies: [{ ref: folder, dependsOn: components.map((one) => one['bom-ref']) }],
  };
}

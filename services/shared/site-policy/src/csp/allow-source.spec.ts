import { allowSource } from './allow-source.ts';

it.each([
  ["img-src 'self'", 'img-src', 'ads.example', "img-src 'self' ads.example"],
  ["default-src 'self'", 'img-src', 'ads.example', "default-src 'self'; img-src 'self' ads.example"],
  ["default-src 'self'", 'script-src-elem', 'a.example', "default-src 'self'; script-src 'self' a.example"],
  [
    "default-src 'self'; Script-Src b.example;",
    'script-src-elem',
    'a.example',
    "default-src 'self'; script-src b.example a.example",
  ],
  [
    "script-src 'self'; script-src-elem 'self'",
    'script-src-elem',
    'a.example',
    "script-src 'self'; script-src-elem 'self' a.example",
  ],
  ["object-src 'none'", 'object-src', 'a.example', 'object-src a.example'],
  ["default-src 'none'", 'default-src', 'a.example', 'default-src a.example'],
  ["child-src 'self'", 'frame-src', 'a.example', "child-src 'self' a.example"],
  ["img-src 'self'", 'img-src', 'data:', "img-src 'self' data:"],
  ["form-action 'self'", 'form-action', 'pay.example', "form-action 'self' pay.example"],
  ["img-src 'self'", 'img-src', 'a.example:8443', "img-src 'self' a.example:8443"],
])('%s lets through %s of %s', (policy, directive, blocked, changed) => {
  expect(allowSource(policy, directive, blocked)).toBe(changed);
});

it.each([
  // The purpose of the policy.
  ["script-src 'self'", 'script-src-elem', 'inline'],
  ["script-src 'self'", 'script-src', 'eval'],
  ["script-src 'self'", 'script-src-elem', 'chrome-extension:'],
  ["script-src 'self'", 'script-src-elem', 'other'],
  // There already, or about nothing that the policy says.
  ['img-src ads.example', 'img-src', 'ads.example'],
  ["script-src 'self'", 'img-src', 'ads.example'],
  ["default-src 'self'", 'form-action', 'pay.example'],
  ["default-src 'self'", 'trusted-types', 'a.example'],
  // No way out of the directive.
  ["img-src 'self'", 'img-src', 'a.example; script-src *'],
  ["img-src 'self'", 'img-src', 'a.example, script-src *'],
  ["img-src 'self'", 'img-src', 'a.example:99; script-src *'],
  ["img-src 'self'", 'img-src', '*'],
  // Two policies in one.
  ["img-src 'self', default-src 'none'", 'img-src', 'ads.example'],
])('%s stays as it is for %s of %s', (policy, directive, blocked) => {
  expect(allowSource(policy, directive, blocked)).toBeNull();
});

import { sanitizePage } from './own-pages.rules.ts';

it.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="x()">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="//evil.example/">a</a>', '<a>a</a>'],
  ['<img src="https://evil.example/x.png" alt="x">', '<img alt="x" />'],
  ['<iframe src="https://evil.example"></iframe>b', 'b'],
  ['<form action="https://evil.example"><input name="a"></form>', ''],
  [
    '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">c',
    'c',
  ],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<html><head><title>t</title></head><body><h1>d</h1></body></html>', '<h1>d</h1>'],
  ['<style>p { color: red }</style></style><script>x</script>', '<style>p { color: red }</style>'],
])('%s becomes %s', (html, kept) => {
  expect(sanitizePage(html)).toBe(kept);
});

it.each([
  '<style>h1 { color: teal }</style><h1 class="a" style="margin:0">Zu</h1>',
  '<p>Request {{request_id}} on {{site}} at {{time}}</p>{{challenge}}',
  '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo" width="20" />',
  '<a href="mailto:help@shop.example">Write to us</a>',
])('%s stays, and stays the second time', (html) => {
  expect(sanitizePage(html)).toBe(html);
});

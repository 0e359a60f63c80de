import { detectScript } from './xss.ts';

describe('script injection', () => {
  it.each([
    '<script>alert(1)</script>',
    '<ScRiPt/x>',
    '<s\0cript>',
    '<svg/onload=x>',
    '<svgfoo>',
    '<xsl:x>',
    '<img src=x onerror=alert(1)>',
    'x" onmouseover=alert(1) y="',
    "x' onfocus='a",
    'x` onclick=`a',
    'a style=x',
    '<a href="javascript:alert(1)">',
    '<a href=" \x01jAv&#x61;&#10;script:x">',
    '<a href="\xa0data:text/html,x">',
    '<a href=&#118bscript:x>',
    '<a xlink:href=view-source:x>',
    '<a xmlns:x="y">',
    '<set attributename=href to=javascript:x>',
    '<!-- ` -->',
    '<!--[if IE]-->',
    '<!ENTITY x>',
    '<?import x>',
    '<?xml x>',
    '<!DOCTYPE html>',
    '<%x`%>',
  ])('%j is one', (value) => {
    expect(detectScript(value)).toBe(true);
  });

  it.each([
    '',
    'hello',
    'a < b and c > d',
    '<b>bold</b>',
    '<a href="https://example.com/?a=b">x</a>',
    '<a href="javelin.html">x</a>',
    '<img src="x.png" alt="only">',
    '<!-- a comment -->',
    '<p title="on">',
    'x = y',
    '</b',
    'one=1',
  ])('%j is text', (value) => {
    expect(detectScript(value)).toBe(false);
  });
});

// Imported first: counting must begin before what is counted is loaded.
import { growthOf, nonLinear } from '@palisade/testing/work';
import { prepareCampaign } from '../../templating/campaign-body.ts';
import { campaignCreateSchema } from './campaign.schema.ts';
import { markupFault } from './mail-markup.ts';

const input = (body_html: string) =>
  campaignCreateSchema.safeParse({ name: 'n', subject: 's', body_html }).error?.issues ?? [];

describe('the HTML of a campaign', () => {
  it('is taken as newsletters are written', () => {
    const cell =
      '<table><tr><td style="a:b"><p>Hello<br><img src="https://a.example/b.png"></p></td></tr></table>';
    const deep = '<div>'.repeat(80) + cell.repeat(100) + '</div>'.repeat(80);
    expect(markupFault(deep)).toBeNull();
    // Without the end tags that HTML makes optional.
    expect(markupFault('<p>One<p>Two<ul><li>a<li>b</ul>'.repeat(400))).toBeNull();
    expect(input(deep)).toEqual([]);
  });

  it.each([
    ['<div>'.repeat(101), 'Elements of an email can be nested at most 100 deep'],
    ['<table><tr><td>'.repeat(9_000), 'Elements of an email can be nested at most 100 deep'],
    ['<br>'.repeat(10_001), 'An email can have at most 10,000 elements'],
  ])('is refused at its field where it is made to be dear: %#', (html, message) => {
    expect(input(html)).toMatchObject([{ path: ['body_html'], message }]);
  });

  it.each([
    ['an open element', '<div>', 400],
    ['nested tables', '<table><tr><td>', 400],
    ['ends of nothing', '</p>', 400],
    ['images', '<img src=x>', 600],
    ['text of signs', '<&"\'', 400],
    ['comments', '<!--', 400],
    ['attributes', '<p a=1 b=2 style="c:d">x</p>', 600],
  ])('of %s is checked in linear work', (_what, unit, base) => {
    const growth = growthOf({
      base,
      make: (bytes) => unit.repeat(bytes / unit.length),
      sizeOf: (text) => text.length,
      run: markupFault,
    });
    expect(nonLinear(growth, 600)).toBeNull();
  });

  it.each([
    ['as deep as is taken', (bytes: number) => '<div>'.repeat(100) + '<b>x</b>'.repeat(bytes / 8)],
    ['paragraphs', (bytes: number) => '<p style="a:b">Hello</p>'.repeat(bytes / 24)],
    ['signs', (bytes: number) => '<&'.repeat(bytes / 2)],
  ])('with %s is sanitised in linear work', (_what, make) => {
    const growth = growthOf({
      base: 1_500,
      make,
      sizeOf: (text) => text.length,
      run: (body_html) => prepareCampaign({ subject: 's', body_html, body_text: 't' }),
    });
    expect(nonLinear(growth, 1_500)).toBeNull();
  });
});

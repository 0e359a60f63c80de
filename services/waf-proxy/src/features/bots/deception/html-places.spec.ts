import { HtmlPlaces, type PlacesListener } from './html-places.ts';

/** Marks what it is asked about: `[` behind a tag that begins, `]` before one that ends. */
const marker: PlacesListener = {
  startTag: (name) => `[${name}]`,
  endTag: (name) => `[/${name}]`,
};

const inPieces = (page: string, size: number): string => {
  const places = new HtmlPlaces(marker);
  let written = '';
  for (let at = 0; at < page.length; at += size) written += places.write(page.slice(at, at + size));
  return written + places.end();
};

describe('places in a page', () => {
  it.each([
    ['tags', '<p>a</p>', '<p>[p]a[/p]</p>'],
    ['capitals', '<P>a</BODY >', '<P>[p]a[/body]</BODY >'],
    ['a quoted value', '<p title="</form>">a', '<p title="</form>">[p]a'],
    ['a value in single quotes', "<p title='a>\"</form>'>", "<p title='a>\"</form>'>[p]"],
    ['a value without quotes', '<p title=a"b>c</p>', '<p title=a"b>[p]c[/p]</p>'],
    ['quotes where no value is', `<p "it's">a</p>`, `<p "it's">[p]a[/p]</p>`],
    ['an equals sign that begins a name', '<p ="</b>a</p>">', '<p ="</b>[p]a[/p]</p>">'],
    ['blanks around an equals sign', '<p a = "</b>">', '<p a = "</b>">[p]'],
    ['a comment', '<!-- </form> --><p>', '<!-- </form> --><p>[p]'],
    ['a comment that ends at once', '<!--><p><!---><b>', '<!--><p>[p]<!---><b>[b]'],
    ['a comment that ends oddly', '<!-- --!><p>', '<!-- --!><p>[p]'],
    ['a doctype and what is none', '<!doctype html><?x <b>y', '<!doctype html><?x <b>y'],
    ['what only looks like a tag', 'a < b </> <3 </ b><p>', 'a < b </> <3 </ b><p>[p]'],
    ['a script', '<script>a="</form>"</script><p>', '<script>[script]a="</form>"[/script]</script><p>[p]'],
    [
      'words like the end of a script',
      '<script></scripts></script >',
      '<script>[script]</scripts>[/script]</script >',
    ],
    [
      'a script in a comment in a script',
      '<script><!-- <script></form></script></form>--></script><p>',
      '<script>[script]<!-- <script></form></script></form>-->[/script]</script><p>[p]',
    ],
    [
      'an old script that hides itself',
      '<script><!--\na\n//--></script><p>',
      '<script>[script]<!--\na\n//-->[/script]</script><p>[p]',
    ],
    [
      'a text field',
      '<textarea></form><!--</textarea><p>',
      '<textarea>[textarea]</form><!--[/textarea]</textarea><p>[p]',
    ],
    ['a title', '<title><p></title>', '<title>[title]<p>[/title]</title>'],
    [
      'drawings, whose titles may have no text',
      '<svg><title/><g></svg><p>',
      '<svg>[svg]<title/>[title]<g>[g][/svg]</svg><p>[p]',
    ],
    ['names that nobody asks about', '<a-very-long-name x="<p>"><p>', '<a-very-long-name x="<p>"><p>[p]'],
  ])('are found beside %s, however the page is cut', (_what, page, marked) => {
    for (let size = 1; size <= page.length; size++) expect(inPieces(page, size)).toBe(marked);
  });

  it.each([
    ['a section of character data', '<svg><![CDATA[ > </form>'],
    ['plain text', '<plaintext></form>'],
  ])('are not looked for from %s on', (_what, page) => {
    expect(inPieces(page, 3).replace(/\[(?:svg|plainte?x?t?)\]/, '')).toBe(page);
  });

  it('keep nothing back but the beginning of a tag', () => {
    const places = new HtmlPlaces(marker);
    expect(places.write('abc')).toBe('abc');
    expect(places.write(`<p ${'x'.repeat(100_000)}`)).toHaveLength(100_003);
    expect(places.write(`"><!--${'-'.repeat(100_000)}`).length).toBeGreaterThan(100_000);
    expect(places.write('> <')).toContain('> ');
    expect(places.end()).toBe('<');
  });

  it.each([
    ['openings of comments', '<!---->'],
    ['unfinished tags', '<p <p '],
    ['scripts in comments', '<script><!--<script>'],
    ['quotes', `<p a="'`],
    ['less-than signs', '<'],
    ['ends of scripts', '</scrip'],
    ['long names', '<aaaaaaaaaaaaaaaaaa'],
  ])('are read in linear time among many %s', (_what, part) => {
    const time = (times: number) => {
      const page = part.repeat(times);
      const begun = process.cpuUsage().user;
      inPieces(page, 1_000);
      inPieces(page, 60_000);
      return process.cpuUsage(undefined).user - begun;
    };
    time(5_000);
    // Four times as much, and room for what else the process does: four squared would be sixteen.
    const [once, more] = [Math.max(time(40_000), 2_000), time(160_000)];
    expect(more / once).toBeLessThan(10);
  });
});

import { documentOf } from './document.ts';

const template = `<!doctype html>
<html>
  <head>
    <!--head-->
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;
const head = { title: 'Pricing', description: 'Plans & "prices" <of> all', canonical: '/pricing' };

describe('a static page', () => {
  it('says what it is to browsers, search engines and previews, with the origin left open', () => {
    const html = documentOf(template, { head, page: { route: '/pricing', html: '<h1>Plans</h1>' } });
    expect(html).toContain('<title>Pricing · Palisade</title>');
    expect(html).toContain(
      '<meta name="description" content="Plans &amp; &quot;prices&quot; &lt;of&gt; all" />',
    );
    expect(html).toContain('<link rel="canonical" href="{{origin}}/pricing" />');
    expect(html).toContain('<meta property="og:url" content="{{origin}}/pricing" />');
    expect(html).toContain('<meta property="og:image" content="{{origin}}/share.png" />');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(html).toContain('<div id="root" data-route="/pricing"><h1>Plans</h1></div>');
    expect(html).not.toContain('noindex');
    expect(html).not.toContain('<noscript>');
  });

  it('that nobody should find says so, and names no address', () => {
    const html = documentOf(template, { head: { title: 'Page not found' } });
    expect(html).toContain('<meta name="robots" content="noindex" />');
    expect(html).not.toContain('canonical');
    expect(html).not.toContain('og:url');
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('<noscript>');
  });

  it('carries its plans as data that cannot end the element', () => {
    const plans = [{ name: '</script><script>alert(1)</script>' }];
    const html = documentOf(template, { head, page: { route: '/pricing', html: '' }, plans });
    const text = /<script type="application\/json" id="plans">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(text)).toEqual(plans);
    expect(html).not.toContain('alert(1)</script>');
  });

  it('takes what looks like a pattern of replacement as it is', () => {
    const html = documentOf(template, { head, page: { route: '/', html: "<p>$& $1 $'</p>" } });
    expect(html).toContain("<p>$& $1 $'</p>");
  });

  it('refuses an index.html without its marks', () => {
    expect(() => documentOf('<div id="root"></div>', { head })).toThrow('marks');
  });
});

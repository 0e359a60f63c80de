import { BRAND } from '../../brand.ts';

const { colours: c, tones } = BRAND;

/**
 * What mail programs with style sheets add to the inline styles: the dark, and less room on phones. Classes that MJML
 * puts on table cells are followed by what is inside them, since that is where the colours are.
 */
export const STYLES = `
  a { color: ${c.accent}; }
  @media (max-width: 480px) {
    .card > table > tbody > tr > td { padding-top: 22px !important; padding-bottom: 22px !important; }
    .heading div { font-size: 21px !important; }
    .figure-value { font-size: 20px !important; }
  }
  @media (prefers-color-scheme: dark) {
    body, body.page, .page { background-color: ${c.darkPage} !important; }
    .card, .card > table { background-color: ${c.darkCard} !important; background: ${c.darkCard} !important; }
    .brand div, .ink div, .ink td, .ink th, .ink li { color: ${c.darkInk} !important; }
    .mark { background: ${c.darkAccent} !important; color: ${c.darkPage} !important; }
    .muted div, a.muted, .ink .soft { color: ${c.darkMuted} !important; }
    .link div { color: ${c.darkMuted} !important; }
    .link a, .ink a { color: ${c.darkAccent} !important; }
    .facts th, .facts td { border-color: ${c.darkLine} !important; }
    .ink .tile { background: ${c.darkTile} !important; }
    .quote { border-color: ${c.darkLine} !important; }
${Object.entries(tones)
  .map(
    ([tone, { darkStrong, darkTint }]) =>
      `    .topic.${tone} div { color: ${darkStrong} !important; }
    .notice-${tone} { background: ${darkTint} !important; border-color: ${darkStrong} !important; }`,
  )
  .join('\n')}
  }`;

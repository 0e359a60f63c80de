import { BRAND } from './brand.ts';

const { colours: c, tones } = BRAND;

/**
 * Styles for mail programs that support style sheets: dark mode, and phones. MJML puts the classes on table cells,
 * while the colours are on the elements inside, hence the descendant selectors.
 */
export const STYLES = `
  a { color: ${c.accent}; }
  @media (max-width: 480px) {
    .card > table > tbody > tr > td { padding-top: 22px !important; padding-bottom: 22px !important; }
    .heading div { font-size: 21px !important; }
    .figure { display: block !important; width: auto !important; padding: 0 0 8px !important; }
    .facts .row th, .facts .row td { display: block !important; width: auto !important; padding-right: 0 !important; }
    .facts .row th { padding-bottom: 0 !important; }
    .facts .row td { border-top: 0 !important; padding-top: 1px !important; }
  }
  @media (prefers-color-scheme: dark) {
    body, body > div { background-color: ${c.darkPage} !important; }
    .card, .card > table { background-color: ${c.darkCard} !important; background: ${c.darkCard} !important; }
    .brand div, .ink div, .ink td, .ink th, .ink li { color: ${c.darkInk} !important; }
    .mark { background: ${c.onMark} !important; color: ${c.mark} !important; }
    .button a, .button td { background: ${c.darkAccent} !important; color: ${c.mark} !important; }
    .muted div, a.muted, .ink .soft { color: ${c.darkMuted} !important; }
    .link div { color: ${c.darkMuted} !important; }
    .link a, .ink a { color: ${c.darkAccent} !important; }
    .facts th, .facts td { border-color: ${c.darkLine} !important; }
    .ink .tile { background: ${c.darkTile} !important; }
    .quote { border-color: ${c.darkLine} !important; }
    .notice { background: ${tones.warning.darkTint} !important; border-color: ${tones.warning.darkStrong} !important; }
${Object.entries(tones)
  .map(([tone, { darkStrong }]) => `    .topic.${tone} div { color: ${darkStrong} !important; }`)
  .join('\n')}
  }`;

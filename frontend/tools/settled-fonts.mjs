// Part of the build: a font that comes after the first paint waits for the next page, as text that changes its font moves what stands
// below it. The first line's font is loaded ahead, so only those on a slow connection see the fonts that stand in for ours, once.

const LATE = /font-display:\s*swap/g;

export function settledFonts() {
  return {
    name: 'palisade:settled-fonts',
    apply: 'build',
    // Behind Tailwind, which puts what a stylesheet imports in its place.
    enforce: 'pre',
    transform: {
      filter: { id: /styles\/index\.css$/ },
      handler(code) {
        const settled = code.replace(LATE, 'font-display: optional');
        if (settled === code) throw new Error('the stylesheet has no font that would come late');
        return { code: settled, map: null };
      },
    },
  };
}

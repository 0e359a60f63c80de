import { countryName } from '../../shared/lib/format.ts';

export interface NamedCountry {
  code: string;
  name: string;
  /** The country's name in its own language; null where that is the same or unknown. */
  ownName: string | null;
}

/** The name in the language that most people there speak, as browsers know it. */
function ownNameOf(code: string): string | null {
  try {
    const { language, script } = new Intl.Locale(`und-${code}`).maximize();
    if (language === 'en' || language === 'und') return null;
    const locale = [language, script, code].filter(Boolean).join('-');
    return new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }).of(code) ?? null;
  } catch {
    // A code that the browser does not know yet.
    return null;
  }
}

const byName = (a: NamedCountry, b: NamedCountry) => a.name.localeCompare(b.name, 'en');

export const namedCountries = (codes: readonly string[]): NamedCountry[] =>
  codes
    .map((code) => {
      const name = countryName(code);
      const ownName = ownNameOf(code);
      return { code, name, ownName: ownName === name ? null : ownName };
    })
    .sort(byName);

/** Without accents and case: who looks for "Cote" means "Côte d’Ivoire", too. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** Whether a country is meant: by its code, or by the beginning of any word of its names. */
export function countryFits({ code, name, ownName }: NamedCountry, typed: string): boolean {
  const wanted = plain(typed.trim());
  if (wanted === '' || code.toLowerCase() === wanted) return true;
  return [name, ownName ?? ''].some((text) =>
    ` ${plain(text)}`.replaceAll(/[-('.]/g, ' ').includes(` ${wanted}`),
  );
}

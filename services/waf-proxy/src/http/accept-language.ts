const MAX_CHARACTERS = 256;
const MAX_LANGUAGES = 16;

/**
 * The one of our languages that a client likes best (RFC 9110, 12.5.4): the very one, or one of the same primary language;
 * the first of ours where it wants none of them.
 *
 * @param ours not empty
 */
export function chooseLanguage(field: string, ours: readonly string[]): string {
  const wanted = field
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split(',', MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found =
      ours.find((own) => own.toLowerCase() === tag) ??
      ours.find((own) => primaryOf(own.toLowerCase()) === primaryOf(tag));
    if (found !== undefined) return found;
  }
  return ours[0]!;
}

const primaryOf = (tag: string): string => tag.split('-', 1)[0]!;

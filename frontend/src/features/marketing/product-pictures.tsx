import { cn } from '../../shared/lib/cn.ts';
import { Section } from '../../shared/ui/section.tsx';
import { PICTURE_SIZE, picturesText, productPictures } from './content/product-pictures.ts';

/** Of two pictures the one for the other theme is not displayed, and so not loaded. */
const themes = [
  { theme: 'light', className: 'in-dark:hidden' },
  { theme: 'dark', className: 'hidden in-dark:block' },
] as const;

/** The product's own screens, loaded only once somebody comes near them. */
export function ProductPictures() {
  return (
    <Section title={picturesText.title} lead={picturesText.lead}>
      <div className="grid gap-8 lg:grid-cols-2">
        {productPictures.map(({ name, alt, caption }) => (
          <figure key={name} className="min-w-0">
            {themes.map(({ theme, className }) => (
              <img
                key={theme}
                src={`/pictures/${name}-${theme}.webp`}
                alt={alt}
                {...PICTURE_SIZE}
                loading="lazy"
                decoding="async"
                className={cn('h-auto w-full rounded-lg border border-line shadow-2', className)}
              />
            ))}
            <figcaption className="mt-3 text-sm text-ink-muted">{caption}</figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}

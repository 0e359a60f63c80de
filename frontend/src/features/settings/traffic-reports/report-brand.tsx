import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { logoFrom } from './logo-picture.ts';

export interface Brand {
  brand_name: string;
  brand_colour: string;
  /** As an address that a page can show; null: none. */
  logo: string | null;
}

interface ReportBrandProps {
  brand: Brand;
  mayBrand: boolean;
  onChange: (change: Partial<Brand>) => void;
}

const DEFAULT_COLOUR = '#0e5a45';

/** Name, logo and colour in the head of reports. */
export function ReportBrand({ brand, mayBrand, onChange }: ReportBrandProps) {
  const file = useRef<HTMLInputElement>(null);
  if (!mayBrand)
    return (
      <Notice tone="info">Reports under your own name, logo and colour are part of every paid plan.</Notice>
    );
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file === undefined) return;
    try {
      onChange({ logo: `data:image/png;base64,${await logoFrom(file)}` });
    } catch {
      toast.error('This picture cannot be read.');
    }
  };
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Name on reports" hint="Left empty, reports bear the name Palisade.">
        <Input
          value={brand.brand_name}
          maxLength={60}
          onChange={(event) => onChange({ brand_name: event.target.value })}
        />
      </Field>
      <Field label="Colour of reports">
        <Input
          type="color"
          className="p-1"
          value={brand.brand_colour || DEFAULT_COLOUR}
          onChange={(event) => onChange({ brand_colour: event.target.value })}
        />
      </Field>
      <fieldset className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <legend className="mb-1.5 text-sm font-[560]">Logo</legend>
        {brand.logo !== null && (
          <img
            src={brand.logo}
            alt="Your logo"
            className="h-10 max-w-40 rounded-sm bg-white object-contain p-1"
          />
        )}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="hidden"
          aria-label="Logo"
          onChange={(event) => void choose(event)}
        />
        <Button
          size="sm"
          variant="secondary"
          icon={<Upload className="size-4" />}
          onClick={() => file.current?.click()}
        >
          {brand.logo === null ? 'Choose a picture' : 'Choose another picture'}
        </Button>
        {brand.logo !== null && (
          <Button size="sm" variant="ghost" onClick={() => onChange({ logo: null })}>
            Remove logo
          </Button>
        )}
      </fieldset>
    </div>
  );
}

import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { useMemo, useState } from 'react';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };
import { countryName, formatCount } from '../../lib/format.ts';
import { codeOfNumber } from './country-numbers.ts';

const WIDTH = 800;
const HEIGHT = 400;
/** Shades between none and most. Each is half an order of magnitude: one country usually has most of the traffic. */
const SHADES = 5;

interface Shape {
  key: string;
  code: string | undefined;
  d: string;
}

type World = Parameters<typeof feature>[0];
type Countries = Extract<World['objects'][string], { type: 'GeometryCollection' }>;

const world = atlas as unknown as World;

/** The outlines, drawn once; Antarctica sends no requests and would take a fifth of the room. */
const shapes: readonly Shape[] = (() => {
  const { features } = feature(world, world.objects.countries as Countries);
  const inhabited = features.filter(({ id }) => id !== '010');
  const projection = geoNaturalEarth1().fitExtent(
    [
      [1, 1],
      [WIDTH - 1, HEIGHT - 1],
    ],
    { type: 'FeatureCollection', features: inhabited },
  );
  const path = geoPath(projection).digits(1);
  return inhabited.map((country) => ({
    key: String(country.properties?.name),
    code: codeOfNumber.get(String(country.id)),
    d: path(country) ?? '',
  }));
})();

/** 0 for none, otherwise 1 to SHADES. */
export function shadeOf(count: number, most: number): number {
  if (count <= 0 || most <= 0) return 0;
  return Math.max(1, SHADES - Math.floor(2 * Math.log10(most / count)));
}

const opacityOf = (shade: number) => (shade === 0 ? 0 : 0.16 + (0.84 * shade) / SHADES);

interface WorldMapProps {
  /** Requests by ISO 3166-1 alpha-2 code. */
  counts: ReadonlyMap<string, number>;
  /** The counted unit: "requests". */
  noun: string;
  tone: 'plain' | 'danger';
  /** A country was pressed from which there was something. */
  onChoose?: (code: string) => void;
}

/**
 * Countries by shade. Decorative beside the table with the same figures, so only its name is exposed to screen readers.
 */
export default function WorldMap({ counts, noun, tone, onChoose }: WorldMapProps) {
  const [at, setAt] = useState<string | null>(null);
  const most = useMemo(() => Math.max(0, ...counts.values()), [counts]);
  const fill = tone === 'danger' ? 'var(--chart-blocked)' : 'var(--chart-total)';
  const drawn = useMemo(() => new Set(shapes.map(({ code }) => code)), []);
  // Unknown countries have no code and no name.
  const left = [...counts.keys()].filter((code) => code !== '' && !drawn.has(code));
  return (
    <figure className="m-0">
      <svg
        role="img"
        aria-label={`Map of the world, countries shaded by ${noun}; the table has the figures`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="block w-full"
        onPointerLeave={() => setAt(null)}
      >
        {shapes.map(({ key, code, d }) => {
          const count = (code && counts.get(code)) || 0;
          return (
            // A shortcut for the pointer: the table beside the map has the same as links.
            // biome-ignore lint/a11y/noStaticElementInteractions: see above
            <g
              key={key}
              className={onChoose && count > 0 ? 'cursor-pointer' : undefined}
              onPointerEnter={() => setAt(code ?? null)}
              onClick={() => code && count > 0 && onChoose?.(code)}
            >
              <path d={d} className="fill-sunken stroke-line-strong" strokeWidth={0.5} />
              {count > 0 && (
                <path
                  d={d}
                  fill={fill}
                  fillOpacity={opacityOf(shadeOf(count, most))}
                  stroke={code === at ? 'var(--ink)' : 'var(--surface)'}
                  strokeWidth={code === at ? 1.2 : 0.5}
                />
              )}
            </g>
          );
        })}
      </svg>
      <figcaption className="mt-3 flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-ink-muted">
        <span className="flex items-center gap-1.5" aria-hidden="true">
          Few
          {Array.from({ length: SHADES }, (_, index) => (
            <span key={opacityOf(index + 1)} className="h-2.5 w-5 overflow-hidden rounded-[2px] bg-sunken">
              <span className="block size-full" style={{ background: fill, opacity: opacityOf(index + 1) }} />
            </span>
          ))}
          Many
        </span>
        <span aria-hidden="true" className="tabular">
          {at !== null && (
            <>
              <span className="font-[600] text-ink">{countryName(at)}</span>,{' '}
              {formatCount(counts.get(at) ?? 0)} {noun}
            </>
          )}
          {at === null && left.length > 0 && `Too small for this map: ${left.map(countryName).join(', ')}`}
        </span>
      </figcaption>
    </figure>
  );
}

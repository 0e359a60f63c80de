import type { ReactNode } from 'react';

const across = (...colors: string[]) =>
  colors.map((color, index) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: stripes of a flag do not move
      key={index}
      width="24"
      height={16 / colors.length + 0.1}
      y={(16 / colors.length) * index}
      fill={color}
    />
  ));
const upright = (...colors: string[]) =>
  colors.map((color, index) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: stripes of a flag do not move
      key={index}
      height="16"
      width={24 / colors.length + 0.1}
      x={(24 / colors.length) * index}
      fill={color}
    />
  ));
const crosses = (
  <>
    <path d="M0 0l24 16M24 0 0 16" stroke="#fff" strokeWidth="3.2" />
    <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5" />
    <path d="M12 0v16M0 8h24" stroke="#c8102e" strokeWidth="3" />
  </>
);

/** The 15 countries whose flags the product knows, drawn small: emoji flags are missing on many systems. */
const flags: Record<string, ReactNode> = {
  US: (
    <>
      {across('#b22234', '#fff', '#b22234', '#fff', '#b22234', '#fff', '#b22234')}
      <rect width="11" height="9.2" fill="#3c3b6e" />
    </>
  ),
  GB: (
    <>
      <rect width="24" height="16" fill="#012169" />
      {crosses}
    </>
  ),
  DE: across('#000', '#dd0000', '#ffce00'),
  FR: upright('#002395', '#fff', '#ed2939'),
  NL: across('#ae1c28', '#fff', '#21468b'),
  CA: (
    <>
      <rect width="24" height="16" fill="#fff" />
      <path d="M0 0h6v16H0zM18 0h6v16h-6zM12 3l3.5 5-3.5 5-3.5-5z" fill="#d80621" />
    </>
  ),
  AU: (
    <>
      <rect width="24" height="16" fill="#012169" />
      <g transform="scale(.5)">{crosses}</g>
      <circle cx="6" cy="12" r="1.6" fill="#fff" />
      <circle cx="18" cy="8" r="1.2" fill="#fff" />
    </>
  ),
  JP: (
    <>
      <rect width="24" height="16" fill="#fff" />
      <circle cx="12" cy="8" r="4.6" fill="#bc002d" />
    </>
  ),
  IN: (
    <>
      {across('#ff9933', '#fff', '#138808')}
      <circle cx="12" cy="8" r="1.8" fill="#000080" />
    </>
  ),
  BR: (
    <>
      <rect width="24" height="16" fill="#009b3a" />
      <path d="M12 1.8 22 8l-10 6.2L2 8z" fill="#fedf00" />
      <circle cx="12" cy="8" r="3.4" fill="#002776" />
    </>
  ),
  CN: (
    <>
      <rect width="24" height="16" fill="#de2910" />
      <circle cx="5.5" cy="5" r="2.3" fill="#ffde00" />
    </>
  ),
  RU: across('#fff', '#0039a6', '#d52b1e'),
  SG: (
    <>
      {across('#ed2939', '#fff')}
      <circle cx="5.5" cy="4" r="2.2" fill="#fff" />
    </>
  ),
  UA: across('#0057b7', '#ffd700'),
  PL: across('#fff', '#dc143c'),
};

export function hasFlag(code: string): boolean {
  return code in flags;
}

export function Flag({ code }: { code: string }) {
  return (
    <svg
      viewBox="0 0 24 16"
      aria-hidden="true"
      className="h-3 w-[18px] shrink-0 rounded-[2px] outline outline-1 outline-ink/15"
    >
      {flags[code]}
    </svg>
  );
}

import type { ReactNode } from 'react';
import { LogoMark } from '../../entities/company/logo.tsx';

interface AuthFrameProps {
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
  footer: ReactNode;
}

/**
 * The form beside a dark panel about the product. Both are aligned at the top: centred content would move while the
 * rest of a form loads.
 */
export function AuthFrame({ title, subtitle, children, footer }: AuthFrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-8 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-20">
      <div className="relative hidden overflow-hidden h-[36rem] rounded-xl bg-night p-10 pb-24 text-white lg:flex lg:flex-col">
        <LogoMark className="-ml-2 size-10" />
        <p className="mt-32 max-w-md text-[1.75rem] leading-tight font-[620] tracking-[-0.025em]">
          Every refused request comes with its reason.
        </p>
        <dl className="mt-6 max-w-md rounded-lg border border-white/15 bg-black/20 p-4 font-mono text-xs leading-6 text-[#c6d6cd]">
          <div className="flex gap-3">
            <dt className="w-16 shrink-0 text-rail-faint">request</dt>
            <dd className="truncate">GET /search?q=1' OR 1=1--</dd>
          </div>
          <div className="flex gap-3">
            <dt className="w-16 shrink-0 text-rail-faint">field</dt>
            <dd>
              ARGS:q <mark className="rounded-sm bg-lime/90 px-1 text-[#12210f]">' OR 1=1--</mark>
            </dd>
          </div>
          <div className="flex gap-3">
            <dt className="w-16 shrink-0 text-rail-faint">rule</dt>
            <dd>1001 SQL injection</dd>
          </div>
          <div className="flex gap-3">
            <dt className="w-16 shrink-0 text-rail-faint">verdict</dt>
            <dd className="text-[#ffb19f]">blocked before it reached the origin</dd>
          </div>
        </dl>
        <div aria-hidden="true" className="stakes absolute inset-x-0 -bottom-1 text-white/5 [--stake:34px]" />
      </div>
      <div className="mx-auto w-full max-w-md lg:max-w-none lg:pt-8">
        <h1 className="text-[1.75rem] leading-9">{title}</h1>
        <p className="mt-1 text-sm text-ink-muted">{subtitle}</p>
        <div className="mt-7">{children}</div>
        <div className="mt-6 text-sm text-ink-muted [&_a]:inline-block [&_a]:min-h-6">{footer}</div>
      </div>
    </div>
  );
}

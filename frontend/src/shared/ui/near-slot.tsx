import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** Distance below the viewport at which it is rendered, so that it is ready before it is seen. */
const AHEAD = '600px';

/** Where something stands that is loaded, and asked for, only once somebody comes near. */
export function NearSlot({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (place.current === null) return undefined;
    // Where nothing is laid out, as in unit tests, nobody comes near.
    if (typeof IntersectionObserver === 'undefined') {
      setNear(true);
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return <div ref={place}>{near && <Suspense>{children}</Suspense>}</div>;
}

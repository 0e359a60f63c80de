import { lazy, Suspense, useEffect, useRef, useState } from 'react';

const DemoAttackBox = lazy(() => import('./demo-attack-box.tsx'));
/** So far below the window that it is there before anybody looks at it. */
const AHEAD = '600px';

/** Where the box stands if there is a shop to attack. Loaded, and asked for, only once somebody comes near. */
export function DemoAttackSlot() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (place.current === null) return;
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

  return (
    <div ref={place}>
      {near && (
        <Suspense>
          <DemoAttackBox />
        </Suspense>
      )}
    </div>
  );
}

import { useEffect, useState } from 'react';

/** Whether the page is scrolled further down than so many pixels. */
export function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    // Asked for in the event only: asking while React renders would have the page laid out for each rendering.
    const look = () => setPast(window.scrollY > pixels);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [pixels]);
  return past;
}

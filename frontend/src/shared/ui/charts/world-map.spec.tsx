import { render, screen } from '@testing-library/react';
import WorldMap, { shadeOf } from './world-map.tsx';

describe('the map of the world', () => {
  it('steps by half orders of magnitude', () => {
    expect([0, 1, 9, 90, 400, 1000].map((count) => shadeOf(count, 1000))).toEqual([0, 1, 1, 3, 5, 5]);
    expect(shadeOf(0, 0)).toBe(0);
  });

  it('shades the countries that were counted, and names those that it cannot draw', () => {
    const counts = new Map([
      ['DE', 900],
      ['FR', 12],
      ['SG', 3],
      ['', 2],
      ['MT', 1],
    ]);
    const { container } = render(<WorldMap counts={counts} noun="requests" tone="plain" />);
    expect(screen.getByRole('img', { name: /shaded by requests/ })).toBeTruthy();
    expect(container.querySelectorAll('path[fill-opacity]')).toHaveLength(2);
    expect(screen.getByText('Too small for this map: Singapore, Malta')).toBeTruthy();
  });
});

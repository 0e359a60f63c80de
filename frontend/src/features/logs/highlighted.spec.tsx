import { render, screen } from '@testing-library/react';
import { Highlighted } from './highlighted.tsx';

describe('Highlighted', () => {
  it('marks exactly the matched characters', () => {
    render(<Highlighted value={"q=1' OR 1=1--"} offset={3} length={8} />);
    expect(screen.getByText("' OR 1=1").tagName).toBe('MARK');
  });

  it('shows markup as text and control characters as pictures', () => {
    const { container } = render(<Highlighted value={'<script>\n\u0000'} offset={0} length={8} />);
    expect(container.querySelector('script')).toBeNull();
    expect(container.textContent).toBe('<script>␊␀');
  });

  it('survives offsets beyond the value', () => {
    const { container } = render(<Highlighted value="abc" offset={10} length={5} />);
    expect(container.textContent).toBe('abc');
    expect(container.querySelector('mark')).toBeNull();
  });
});

/** Number of colours before they repeat. */
const COLORS = 4;

export interface SliceStyle {
  color: 0 | 1 | 2 | 3;
  /** From the second round on: the same colour, but not the same look. */
  striped: boolean;
}

/** The look of a slice: colours in turn. The last slice lies beside the first, so it does not take that one's colour. */
export function sliceStyle(index: number, slices: number): SliceStyle {
  const besideFirst = index > 0 && index === slices - 1 && index % COLORS === 0;
  return {
    color: (besideFirst ? 1 : index % COLORS) as SliceStyle['color'],
    striped: index >= COLORS,
  };
}

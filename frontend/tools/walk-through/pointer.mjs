/** A pointer that can be seen: the browser draws none into its pictures. */

const STEPS = 14;
const STEP_MS = 25;

export function pointerOf(page) {
  let at = { x: 900, y: 620 };

  /** Anew on each page: what is drawn goes with it. */
  const draw = async ({ x, y }) =>
    await page.evaluate(
      ([left, top]) => {
        const id = 'walk-through-pointer';
        let dot = document.getElementById(id);
        if (dot === null) {
          dot = document.createElement('div');
          dot.id = id;
          dot.ariaHidden = 'true';
          Object.assign(dot.style, {
            position: 'fixed',
            zIndex: '2147483647',
            width: '22px',
            height: '22px',
            margin: '-11px 0 0 -11px',
            borderRadius: '50%',
            border: '2px solid #0b231b',
            background: 'rgba(200, 241, 105, 0.75)',
            pointerEvents: 'none',
          });
          document.body.append(dot);
        }
        dot.style.left = `${left}px`;
        dot.style.top = `${top}px`;
      },
      [x, y],
    );

  async function moveTo(locator) {
    await locator.waitFor();
    const box = await locator.boundingBox();
    if (box === null) throw new Error(`nothing to point at: ${locator}`);
    const from = at;
    const to = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
    for (let step = 1; step <= STEPS; step++) {
      // Slow at either end.
      const share = (1 - Math.cos((Math.PI * step) / STEPS)) / 2;
      at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await draw(at);
      await page.mouse.move(at.x, at.y);
      await page.waitForTimeout(STEP_MS);
    }
  }

  return {
    moveTo,
    async press(locator) {
      await moveTo(locator);
      await page.mouse.down();
      await page.mouse.up();
    },
  };
}

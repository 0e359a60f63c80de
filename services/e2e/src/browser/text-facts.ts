// Measures a page's texts: whether all of them can be read.
import type { Page } from 'playwright-core';

/** Tables of which a column stands out of sight, to be scrolled to: on desks there is room for all of them. */
export function tablesOutOfSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const DESK_PX = 1280;
    const SLACK = 2;
    if (window.innerWidth < DESK_PX) return [];
    const boxes = [...document.querySelectorAll('section:has(> table)')];
    return boxes
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + SLACK)
      .map(
        (box) =>
          `the table "${box.getAttribute('aria-label')}" is ${box.scrollWidth - box.clientWidth} px wider than its place`,
      );
  });
}

/** Texts that are cut off without a sign of it, squeezed into a word a line, or lie over each other. The page may be longer than its window. */
export function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Less is a matter of rounding, and of letters that lean. */
    const SLACK = 3;
    const MAX_FOUND = 5;
    /** Longer ones are names that somebody wrote. */
    const MAX_CHOICE = 30;
    /** A text so narrow that each line has one word. */
    const MANY_LINES = 5;
    const SQUEEZED_PX = 64;
    interface Line {
      text: string;
      box: DOMRect;
      of: Element;
    }

    const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const isPinned = (element: Element | null): boolean =>
      element !== null &&
      (['sticky', 'fixed'].includes(getComputedStyle(element).position) || isPinned(element.parentElement));
    /** Texts for readers of screens alone are in a box of one pixel. */
    const isForReadersAlone = (element: Element | null): boolean => {
      if (element === null || element === document.body) return false;
      const { width, height } = element.getBoundingClientRect();
      const { overflow, clipPath } = getComputedStyle(element);
      if (clipPath !== 'none' || (overflow !== 'visible' && width <= 1 && height <= 1)) return true;
      return isForReadersAlone(element.parentElement);
    };
    const overlap = (a: DOMRect, b: DOMRect) => ({
      x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
      y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    });

    const found = new Set<string>();
    const lines: Line[] = [];
    const quoted = (text: string) => `"${text.trim().slice(0, 60)}"`;

    /** The part of a line that shows; null: nothing of it does. What hides it without saying so is a fault. */
    function shownPart(line: DOMRect, of: Element, text: string): DOMRect | null {
      let { left, right, top, bottom } = line;
      for (let box: Element | null = of; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const edge = box.getBoundingClientRect();
        const isTruncated = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const isOverX = left < edge.left - SLACK || right > edge.right + SLACK;
        const isOverY = bottom > edge.bottom + (bottom - top) / 3 && top < edge.bottom;
        if (!isTruncated && !isScrolled(style.overflowX) && isOverX)
          found.add(`${quoted(text)} is cut at its side`);
        if (!isTruncated && !isScrolled(style.overflowY) && isOverY)
          found.add(`${quoted(text)} is cut at its foot`);
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
        if (right <= left || bottom <= top) return null;
      }
      return new DOMRect(left, top, right - left, bottom - top);
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const of = node.parentElement;
      if (!of || node.data.trim() === '' || of.closest('script, style, option, noscript')) continue;
      if (
        !of.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })
      )
        continue;
      if (of.closest('[inert]') || isForReadersAlone(of) || isPinned(of)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()];
      if (rects.length >= MANY_LINES && rects.every(({ width }) => width < SQUEEZED_PX))
        found.add(`${quoted(node.data)} is squeezed into ${rects.length} lines`);
      for (const rect of rects) {
        const box = rect.width > 0 && rect.height > 0 ? shownPart(rect, of, node.data) : null;
        if (box) lines.push({ text: node.data, box, of });
      }
    }
    const pen = document.createElement('canvas').getContext('2d')!;
    for (const select of document.querySelectorAll('select')) {
      const text = select.selectedOptions[0]?.text ?? '';
      // What people have written may be longer than any field.
      if (!select.checkVisibility() || select.multiple || text.length > MAX_CHOICE) continue;
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = font;
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (pen.measureText(text).width > room + 1) found.add(`the choice ${quoted(text)} is cut`);
    }
    lines.sort((a, b) => a.box.top - b.box.top);
    for (const [at, one] of lines.entries()) {
      for (let next = at + 1; next < lines.length; next++) {
        const other = lines[next]!;
        if (other.box.top >= one.box.bottom) break;
        // An open menu is opaque, and lies over what it belongs to.
        if (one.of === other.of || one.of.closest('[role="menu"]') !== other.of.closest('[role="menu"]'))
          continue;
        const { x, y } = overlap(one.box, other.box);
        if (x > SLACK && y > Math.min(one.box.height, other.box.height) / 2)
          found.add(`${quoted(one.text)} and ${quoted(other.text)} lie over each other`);
      }
    }
    return [...found].slice(0, MAX_FOUND);
  });
}

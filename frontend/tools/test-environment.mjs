// jsdom lacks what every browser has had for years; the tests get Node's own fetch classes and a media query stub.
import { createRequire } from 'node:module';
import { findLabelsByIndex } from './labels-by-index.mjs';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-jsdom');
findLabelsByIndex();

export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      fetch,
      Headers,
      Request,
      Response,
      ReadableStream,
      AbortController,
      AbortSignal,
      TextEncoder,
      TextDecoder,
      structuredClone,
      matchMedia: () => ({
        matches: false,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }),
      scrollTo: () => undefined,
    });
    this.global.PointerEvent ??= class PointerEvent extends this.global.MouseEvent {};
    // Base UI asks these of every popup; jsdom lays nothing out.
    this.global.Element.prototype.getAnimations = () => [];
    this.global.Element.prototype.scrollIntoView = () => undefined;
    this.global.ResizeObserver = class {
      observe() {
        return undefined;
      }
      unobserve() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    };
  }
}

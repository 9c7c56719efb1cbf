/** What the PDF library draws on, in a worker, where there is no page. */
interface Surface {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/** Makes the canvases that groups and patterns are drawn on first. */
export class SurfaceFactory {
  create(width: number, height: number): Surface {
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    return { canvas, context: canvas.getContext('2d') };
  }
  reset({ canvas }: Surface, width: number, height: number): void {
    if (canvas === null) return;
    canvas.width = Math.max(1, width);
    canvas.height = Math.max(1, height);
  }
  destroy(surface: Surface): void {
    if (surface.canvas !== null) [surface.canvas.width, surface.canvas.height] = [0, 0];
    surface.canvas = null;
    surface.context = null;
  }
}

/** Filters are drawings in the page, which a worker has none of: what they would change is drawn without. */
export class NoFilters {
  addFilter(): string {
    return 'none';
  }
  addHCMFilter(): string {
    return 'none';
  }
  addAlphaFilter(): string {
    return 'none';
  }
  addLuminosityFilter(): string {
    return 'none';
  }
  addKnockoutFilter(): string {
    return 'none';
  }
  addHighlightHCMFilter(): string {
    return 'none';
  }
  addSelectionHCMFilter(): string {
    return 'none';
  }
  addSelectionFilter(): string {
    return 'none';
  }
  destroy(): void {}
}

/** Nothing is fetched: neither fonts nor tables of signs. What a file lacks is drawn with what the system has. */
export class NoFetching {
  fetch(): Promise<never> {
    return Promise.reject(new Error('previews fetch nothing'));
  }
}

/** As much of a page as the library asks for. */
export function standInDocument(): unknown {
  return {
    fonts: (globalThis as { readonly fonts?: unknown }).fonts,
    createElement: () => new OffscreenCanvas(1, 1),
  };
}

import ignore from 'ignore';
import type { Ignore } from 'ignore';

import type { ZonePreset, ZoneWish } from '../../shared/model/zones.ts';
import { Ignoring } from '../core/ignore.ts';

/** What the globs of a preset let through, in gitignore's syntax; empty: everything. */
const INCLUDED: { readonly [P in ZonePreset]: readonly string[] } = {
  everything: [],
  'thermo-raw': ['*.raw', '*.sld', '*.meth'],
  'waters-raw': ['*.raw/'],
  'agilent-bruker-d': ['*.d/'],
  'zeiss-czi': ['*.czi'],
  'leica-lif': ['*.lif', '*.lof', '*.xlef'],
  'nikon-nd2': ['*.nd2'],
  'olympus-vsi': ['*.vsi', '_*_/'],
  'plate-reader': ['*.csv', '*.tsv', '*.txt', '*.xlsx', '*.xls', '*.xml', '*.json'],
  'tiff-series': ['*.tif', '*.tiff', '*.txt', '*.xml', '*.json', '*.csv', '*.log'],
};

/** What a zone does with a file because of its name. */
export type Verdict = 'send' | 'excluded' | 'not-included';

/** Which files of a zone's folder are sent. Upper and lower case are the same. */
export class Choosing {
  readonly #excluded: Ignoring;
  readonly #included: Ignore | null;

  constructor({ preset, include, exclude }: Pick<ZoneWish, 'preset' | 'include' | 'exclude'>) {
    this.#excluded = new Ignoring(exclude);
    const patterns = include.length > 0 ? include : INCLUDED[preset];
    this.#included =
      patterns.length === 0
        ? null
        : ignore({ ignorecase: true }).add(patterns.map(pattern => ({ pattern: pattern.normalize('NFC') })));
  }

  /** @param path inside the zone's folder. */
  verdict(path: string): Verdict {
    if (this.#excluded.ignores(path, 'file')) return 'excluded';
    return this.#included === null || this.#included.ignores(path.normalize('NFC')) ? 'send' : 'not-included';
  }

  /** Whether nothing below a folder can be sent, so that it need not be looked into. */
  skipsFolder(path: string): boolean {
    return this.#excluded.ignores(path, 'folder');
  }
}

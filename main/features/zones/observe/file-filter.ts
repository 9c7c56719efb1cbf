import ignore from 'ignore';
import type { Ignore } from 'ignore';

import type { ZonePreset, ZoneWish } from '../../../../shared/features/zones/model.ts';
import { Ignoring } from '../../../core/policy/ignore.ts';

/** Glob patterns of each preset in gitignore syntax; empty: every file. */
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

/** What a file's name alone decides. */
export type Verdict = 'send' | 'excluded' | 'not-included';

/** The `ignore` library caches every path it was asked about: rebuild the rules after this many to bound memory. */
const MOST_REMEMBERED = 5000;

/** Selects the files of a zone's folder that are sent, by name. Case-insensitive. */
export class FileFilter {
  readonly #wish: Pick<ZoneWish, 'preset' | 'include' | 'exclude'>;
  #excluded: Ignoring;
  #included: Ignore | null;
  #asked = 0;

  constructor(wish: Pick<ZoneWish, 'preset' | 'include' | 'exclude'>) {
    this.#wish = wish;
    this.#excluded = new Ignoring(wish.exclude);
    this.#included = includedBy(wish);
  }

  /** @param path inside the zone's folder. */
  verdict(path: string): Verdict {
    this.#count();
    if (this.#excluded.ignores(path, 'file')) return 'excluded';
    return this.#included === null || this.#included.ignores(path.normalize('NFC')) ? 'send' : 'not-included';
  }

  /** Whether nothing below a folder can be selected, so that it need not be listed. */
  skipsFolder(path: string): boolean {
    this.#count();
    return this.#excluded.ignores(path, 'folder');
  }

  #count(): void {
    this.#asked += 1;
    if (this.#asked % MOST_REMEMBERED !== 0) return;
    this.#excluded = new Ignoring(this.#wish.exclude);
    this.#included = includedBy(this.#wish);
  }
}

function includedBy({ preset, include }: Pick<ZoneWish, 'preset' | 'include'>): Ignore | null {
  const patterns = include.length > 0 ? include : INCLUDED[preset];
  if (patterns.length === 0) return null;
  return ignore({ ignorecase: true }).add(patterns.map(pattern => ({ pattern: pattern.normalize('NFC') })));
}

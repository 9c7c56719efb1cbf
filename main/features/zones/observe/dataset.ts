import type { ZonePreset, ZoneWish } from '../../../../shared/features/zones/model.ts';
import { splitExtension } from '../../../core/names/local-names.ts';

/** The dataset (run) that a file belongs to: the unit that settles, is sent and is verified. */
export interface Dataset {
  /** Its path inside the zone's folder, unique among the datasets. */
  readonly key: string;
  /** The value of `{run}` in templates. */
  readonly name: string;
  /** The file's path inside the dataset. */
  readonly inside: string;
}

/** Folders that are one dataset as a whole, at any depth. */
const BUNDLES: { readonly [P in ZonePreset]?: RegExp } = {
  'waters-raw': /\.raw$/i,
  'agilent-bruker-d': /\.d$/i,
};

/** Finds the dataset of a file. @param path inside the zone's folder. */
export function datasetOf({ preset, grouping }: Pick<ZoneWish, 'preset' | 'grouping'>, path: string): Dataset {
  const names = path.split('/');
  const bundle = BUNDLES[preset];
  const at = bundle === undefined ? -1 : names.slice(0, -1).findIndex(name => bundle.test(name));
  if (at >= 0) return folderSet(names, at + 1);
  if (preset === 'olympus-vsi') return slideOf(names) ?? fileSet(names);
  if (preset === 'tiff-series') return names.length > 1 ? folderSet(names, names.length - 1) : seriesOf(path);
  if (grouping === 'file' || names.length === 1) return fileSet(names);
  return folderSet(names, grouping === 'top-folder' ? 1 : names.length - 1);
}

function folderSet(names: readonly string[], depth: number): Dataset {
  return {
    key: names.slice(0, depth).join('/'),
    name: names[depth - 1] ?? '',
    inside: names.slice(depth).join('/'),
  };
}

function fileSet(names: readonly string[]): Dataset {
  const name = names.at(-1) ?? '';
  return { key: names.join('/'), name: splitExtension(name)[0], inside: name };
}

/** `Slide.vsi` together with its companion folder `_Slide_/`; null for other files. */
function slideOf(names: readonly string[]): Dataset | null {
  const at = names.slice(0, -1).findIndex(name => /^_.+_$/.test(name));
  const depth = at >= 0 ? at : names.length - 1;
  const stem = at >= 0 ? names[at]?.slice(1, -1) : /^(.+)\.vsi$/i.exec(names.at(-1) ?? '')?.[1];
  if (stem === undefined) return null;
  return {
    key: [...names.slice(0, depth), `${stem}.vsi`].join('/'),
    name: stem,
    inside: names.slice(depth).join('/'),
  };
}

/** Images side by side whose names differ only in their last number, with other files of the same stem. */
function seriesOf(name: string): Dataset {
  const [stem] = splitExtension(name.replace(/\.ome\.tiff?$/i, '.tif'));
  const series = stem.replace(/[\s._-]*(?:[a-z]{1,2})?\d+$/i, '') || stem;
  return { key: `${series}*`, name: series, inside: name };
}

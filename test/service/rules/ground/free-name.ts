import type { Site } from './access.ts';

/** At most so long a name; one character less is cut for each of the number's. */
const LONGEST = 255;

/** A name that no file of a folder has, announced ones included: the wanted one, or that with a number. */
export function freeName(site: Pick<Site, 'backend'>, folderId: string, wanted: string): string {
  const all = { page: 1, pageSize: 1_000_000, sortBy: 'name', descending: false } as const;
  const { rows } = site.backend.records.filesIn({ folderId, onlyFor: null, withUnconfirmed: true }, all);
  const taken = new Set(rows.map(row => row.name.toLowerCase()));
  const dot = wanted.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [wanted, ''] : [wanted.slice(0, dot), wanted.slice(dot)];
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? '' : ` (${number})`;
    const name = `${stem.slice(0, LONGEST - extension.length - mark.length)}${mark}${extension}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
